"""Where an operand's elements lie, and how a kernel reads them.

An operand is a matrix of lines along k (one a row of A, one a column of B). Its element for line l and index k stands at

    offset + z * batch stride + (l * ld + k) * gap      where lines lie along k, or
    offset + z * batch stride + (k * ld + l) * gap      where they lie across
"""

ELEMENTS = {"f16": "__half", "bf16": "__nv_bfloat16", "f32": "float"}
TO_FLOAT = {
    "f16": ["float({})", "__half2float({})", "(float){}"],
    "bf16": ["float({})", "__bfloat162float({})"],
    "f32": ["{}", "{}", "float({})"],
}


class Operand:
    """letter: 'A' or 'B'; line: 'row' or 'col'; lines: 'M' or 'N'."""

    def __init__(self, draw, letter, element, mapping, loop, index):
        self.draw, self.letter, self.element, self.loop = draw, letter, element, loop
        self.line, self.lines = ("row", "M") if letter == "A" else ("col", "N")
        if draw.random() < 0.06:
            # Not one line a row or column: backwards, each twice, again and again.
            self.line = draw.choice(["({0} - 1 - {1})", "({1} / 2)", "({1} % period)"]).format(self.lines, self.line)
        self.small = letter.lower()
        self.type = ELEMENTS[element]
        self.along = draw.random() < (0.65 if letter == "A" else 0.3)
        self.gap = 2 if draw.random() < 0.04 else 1
        self.offset = f"off{letter}" if draw.random() < 0.08 else None
        self.backwards = loop.reversible and draw.random() < 0.04
        kinds = ["packed"] * 5 + ["parameter"] * 5 + ["constant"]
        self.ld_kind = draw.choice(kinds if loop.packable or not self.along else kinds[5:])
        self.ld_constant = draw.choice([64, 96, 100, 128, 129, 130])
        self.wide = index == "mixed"
        self.batched = mapping.batch is not None and (letter == "A" or mapping.batch == "plain")
        if mapping.batch == "shared" and letter == "B":
            self.batched = True
        self.z = "z" if not (mapping.batch == "shared" and letter == "B") else "(z / group)"
        self.grouped = False
        if not mapping.batch and letter == "B" and draw.random() < 0.05:
            # Each group of rows has a B of its own.
            self.batched, self.z, self.grouped = True, "(row / group)", True
        self.batch_parameter = draw.random() < 0.7
        accesses = ["index"] * 9 + ["line"] * 4 + ["ldg"] * 3 + ["function"]
        if loop.movable and self.gap == 1 and not self.backwards:
            accesses += ["moving"] * 4
        if self.ld_kind == "parameter" and not self.batched and not self.offset and self.gap == 1 and index in ("int", "mixed"):
            accesses += ["view"] * 2
        self.access = draw.choice(accesses)
        # Of lines below 'valid', the others are in a second array of the same shape.
        self.second = self.access != "view" and draw.random() < 0.04
        self.hoisted = self.second or self.access in ("line", "moving") or (self.batched and draw.random() < 0.3)

    @property
    def ld(self):
        if self.ld_kind == "packed":
            return "K" if self.along else self.lines
        if self.ld_kind == "constant":
            return str(self.ld_constant)
        return f"{self.letter}.stride" if self.access == "view" else f"ld{self.small}"

    def k_text(self):
        k = self.loop.indices[0 if self.letter == "A" else 1]
        return f"(K - 1 - {k})" if self.backwards else k

    def position(self, line, k, wide=None):
        cast = (lambda text: f"size_t({text})") if (self.wide if wide is None else wide) else (lambda text: text)
        ld = self.ld
        if self.along:
            terms = [f"{cast(line)} * {ld}" if line else "", k]
        else:
            terms = [f"{cast(k)} * {ld}" if k else "", line]
        terms = [term for term in terms if term]
        if self.draw.random() < 0.2:
            terms.reverse()
        text = " + ".join(terms) or "0"
        return f"{self.gap} * ({text})" if self.gap > 1 else text

    def batch_text(self):
        if not self.batched:
            return ""
        if self.batch_parameter:
            return f"{self.z} * stride{self.letter}"
        other = "K" if not self.along else self.lines
        return f"{self.z} * {self.gap} * {self.ld} * {other}" if self.gap > 1 else f"{self.z} * {self.ld} * {other}"

    def before(self):
        """Lines before the loop."""
        array = f"({self.line} < valid ? {self.letter} : {self.letter}2)" if self.second else self.letter
        base = " + ".join(part for part in (array, self.offset, self.batch_text()) if part)
        const = self.draw.choice(["const {} *{} = {};"])
        if self.access == "line":
            line = self.position(self.line, "")
            return [const.format(self.type, self.small, f"{base} + {line}")]
        if self.access == "moving":
            return [const.format(self.type, self.small, f"{base} + {self.position(self.line, self.loop.start)}")]
        if self.hoisted:
            return [const.format(self.type, self.small, base)]
        return []

    def step(self):
        """What a moving pointer advances by."""
        if self.access != "moving":
            return None
        by = self.loop.step if self.along else (self.ld if self.loop.step == "1" else f"{self.loop.step} * {self.ld}")
        if by == "1":
            return self.draw.choice([f"++{self.small}", f"{self.small}++", f"{self.small} += 1"])
        return f"{self.small} += {by}"

    def element_text(self, k=None):
        """The element of this iteration, in its own type."""
        k = k or self.k_text()
        if self.access == "moving":
            return f"*{self.small}"
        if self.access == "line":
            return f"{self.small}[{self.position('', k, wide=False)}]"
        if self.access == "view":
            if self.along and self.draw.random() < 0.4:
                return f"viewAt({self.letter}, {self.line}, {k})"
            return f"{self.letter}.elements[{self.position(self.line, k, wide=False)}]"
        name = self.small if self.hoisted else self.letter
        parts = [] if self.hoisted else [part for part in (self.offset, self.batch_text()) if part]
        if self.access == "function" and not parts and self.gap == 1 and not self.wide:
            line, column = (self.line, k) if self.along else (k, self.line)
            return f"elementAt({name}, {self.ld_cast()}, {self.loop.type}({line}), {self.loop.type}({column}))"
        text = " + ".join(parts + [self.position(self.line, k)])
        return f"__ldg(&{name}[{text}])" if self.access == "ldg" else f"{name}[{text}]"

    def ld_cast(self):
        return f"{self.loop.type}({self.ld})"

    def float_text(self, k=None):
        return self.draw.choice(TO_FLOAT[self.element]).format(self.element_text(k))

    def place(self, draw, sizes, ks):
        """Chooses strides for one trial, in sizes; returns the number of elements."""
        lines, depth = sizes[self.lines], max(ks) + 1 if ks else 0
        needed = max(1, depth if self.along else lines)
        if self.ld_kind == "parameter":
            sizes[f"ld{self.small}"] = needed + draw.choice([0, 0, 8, 16, 1, 2, 3, 5, 7, -needed % 8, -needed % 8])
            rare = draw.random()
            if rare < 0.04:
                sizes[f"ld{self.small}"] = draw.choice([0, 1, 3])  # rows overlap
            elif rare < 0.08 and self.loop.signed and self.access != "view" and (not self.batched or self.batch_parameter):
                sizes[f"ld{self.small}"] *= -1  # the first row comes last
            ld = sizes[f"ld{self.small}"]
        elif self.ld_kind == "constant":
            ld = self.ld_constant
        else:
            ld = sizes["K"] if self.along else lines
        across = lines if self.along else depth
        last = (across - 1) * abs(ld) + needed if across > 0 and depth > 0 else 1
        self.first = self.gap * (across - 1) * -ld if ld < 0 and across > 0 else 0
        count = max(1, self.gap * (last - 1) + 1)
        if self.offset:
            sizes[self.offset] = draw.choice([0, 1, 3, 8, 16, 24])
            count += sizes[self.offset]
        if self.batched:
            if self.batch_parameter:
                stride = sizes[f"stride{self.letter}"] = self.gap * last + draw.choice([0, 0, 8, 1, 5])
            else:
                stride = self.gap * ld * (sizes["K"] if not self.along else lines)
            batches = sizes["Z"] if self.z == "z" else divide_up(sizes["M" if "row" in self.z else "Z"], sizes["group"])
            count += max(0, stride) * (batches - 1)
        return count


def divide_up(count, by):
    return -(-count // by)
