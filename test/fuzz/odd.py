"""Kernels that the recognizer declines, or may decline: then the original runs, and must still be right.

Each is an ordinary kernel with one change, made at the end of what it concerns.
"""


class Odd:
    """name: the change, or None. Every hook gets lines and returns lines."""

    KINDS = [
        "break", "maximum", "two sums", "three factors", "function", "double", "decay", "repeated", "gathered", "barrier",
        "store before", "atomic in loop", "second loop", "counter used", "store in loop", "varying bound", "operand written",
        "operand written",
    ]

    def __init__(self, draw, kernel, chance):
        tail = kernel.tail
        self.draw = draw
        self.name = draw.choice(self.KINDS) if draw.random() < chance and not tail.sixteen else None
        plain = not tail.in_memory and tail.kind != "none"
        needs_sum = {"break", "maximum", "two sums", "double", "decay", "counter used", "store in loop", "repeated", "second loop"}
        if self.name in needs_sum and not plain:
            self.name = None
        if self.name in ("repeated", "second loop") and "moving" in (kernel.a.access, kernel.b.access):
            self.name = None
        if self.name == "gathered" and (kernel.batch or kernel.a.access == "view" or kernel.mapping.kind == "flat3"):
            self.name = None
        if self.name == "atomic in loop" and not tail.in_memory:
            self.name = None
        if self.name == "counter used" and not kernel.loop.outer:
            self.name = None
        if self.name == "barrier" and kernel.bypass:
            self.name = None
        if self.name == "operand written":
            a = kernel.a
            fits = kernel.loop.kind == "up" and not kernel.loop.outer and not a.second and a.access not in ("view", "ldg")
            fits &= a.line == "row" and not kernel.b.batched
            if not fits or kernel.batch == "shared" or kernel.bypass or a.backwards:
                self.name = None
        if self.name == "double":
            tail.sum_type = "double"
        if self.name == "gathered":
            kernel.a.line = "pick"
        if self.name == "varying bound":
            if kernel.loop.kind != "up" or not kernel.loop.signed:
                self.name = None
            else:
                first, condition, steps = kernel.loop.header
                kernel.loop.header = first, draw.choice([f"{condition} && k <= row", f"k <= row && {condition}"]), steps

    def update(self, kernel, lines):
        """The loop's body."""
        tail, a, b = kernel.tail, kernel.a.float_text(), kernel.b.float_text()
        sum_ = tail.sum
        return {
            "break": [*lines, f"if ({sum_} > 1e30f)", "break;"],
            "maximum": [f"{sum_} = fmaxf({sum_}, {a} * {b});"],
            "two sums": [*lines, f"other += {a};"],
            "three factors": [f"{sum_} += {a} * {b} * {a};"],
            "function": [f"{sum_} += {self.draw.choice(['expf', 'fabsf', 'tanhf'])}({a}) * {b};"],
            "decay": [f"{sum_} = 0.5f * {sum_} + {a} * {b};"],
            "atomic in loop": [f"atomicAdd(&{sum_}, {a} * {b});"],
            "store in loop": [*lines, f"D[{tail.position()}] = __float2half({sum_});"],
        }.get(self.name, lines)

    def around(self, kernel, lines):
        """The loop, with its attributes and what is hoisted."""
        sum_, position = kernel.tail.sum, kernel.tail.position()
        if self.name == "two sums":
            return ["float other = 0.0f;", *lines, f"{sum_} += other;"]
        if self.name == "repeated":
            return ["for (int repeat = 0; repeat < 2; ++repeat) {", *lines, "}"]
        if self.name == "second loop":
            return ["{", *lines, "}", "{", *lines, "}"]
        if self.name == "gathered":
            return ["const unsigned pick = picks[row];", *lines]
        if self.name == "operand written":
            # By every thread of the line, which all write the same.
            a = kernel.a
            where = " + ".join(part for part in (a.offset, a.batch_text(), a.position(a.line, "0")) if part)
            return ["if (K > 0)", f"A[{where}] = {a.type}(3.0f);", *lines]
        if self.name == "store before":
            return [f"D[{position}] = __float2half(1.0f);", *lines]
        if self.name == "counter used":
            return [*lines, f"{sum_} += float(k);"]
        return lines

    def whole(self, lines):
        """The kernel's body."""
        return ["__syncthreads();", *lines] if self.name == "barrier" else lines
