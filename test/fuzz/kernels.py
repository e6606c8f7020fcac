"""One random kernel: its text in CUDA C++, and for each trial its sizes, arrays and launch.

Kernel(seed) draws everything about the text; Kernel.trial(draw, number) draws sizes that fit it. What the text does is
never stated a second time: program.py turns it into host code on float64, which is what results are held against.
"""

import random
import re

from loops import Loop
from odd import Odd
from operands import ELEMENTS, Operand, divide_up
from shapes import Mapping, guarded
from tails import Tail

ROUNDED = {"f16": 2.0**-11, "bf16": 2.0**-8}

# Parameters that are sizes, strides and the like.
INTEGERS = ["M", "N", "K", "Z", "lda", "ldb", "ldc", "strideA", "strideB", "strideC", "offA", "offB", "begin", "end", "step"]
INTEGERS += ["shift", "fewer", "most", "offW", "period", "group", "across", "first", "limit", "valid", "enabled"]


class Kernel:
    def __init__(self, seed, name):
        self.seed, self.name = seed, name
        self.draw = draw = random.Random(seed)
        self.index = draw.choice(["int"] * 7 + ["unsigned", "long", "size_t", "mixed", "mixed"])
        self.batch = draw.choice([None] * 7 + ["plain", "plain", "shared"])
        self.mapping = Mapping(draw, self.index, self.batch)
        self.loop = Loop(draw, self.index, self.batch)
        first = draw.choice(["f16", "f16", "bf16", "f32", "f32"])
        second = draw.choice(["f16", "bf16", "f32"]) if draw.random() < 0.12 else first
        self.a = Operand(draw, "A", first, self.mapping, self.loop, self.index)
        self.b = Operand(draw, "B", second, self.mapping, self.loop, self.index)
        self.tail = Tail(draw, self)
        self.precision = draw.choice([None, None, "f16", "bf16"]) if "f32" in (first, second) else None
        if self.precision is None and "bf16" in (first, second):
            self.precision = "bf16" if "f32" in (first, second) else None
        self.bypass = self.draw_bypass()
        self.odd = Odd(draw, self, 0.12)
        self.clamped = self.draw_clamped()
        self.template = None  # its arguments, on the device and on the host
        self.functions = []  # what the kernel calls, and structures that it takes
        self.function_lines = []  # the loop, where it is in a function of its own
        self.slack = 0.0
        # Of a form that is allowed to decline.
        types = {first, second, self.precision or first}
        self.may_stay = types >= {"f16", "bf16"} or self.bypass == "picks[row] > 1u" or bool(self.odd.name)
        self.may_stay = self.may_stay or self.loop.may_stay or self.b.grouped
        self.lines = self.write()
        # The product may read the bias, too.
        self.reads_bias = " ".join(self.lines).count("bias[") > (self.tail.initial == "nullable")

    #===------------------------------------------------------------------===#
    # The text
    #===------------------------------------------------------------------===#

    def draw_bypass(self):
        """A condition under which a thread stays out of the loop and stores all the same."""
        if self.draw.random() > 0.1 or self.tail.in_memory:
            return None
        choices = ["row < valid", "col < valid", "col <= row", "row + col < valid", "enabled", "picks[row] > 1u", "row % 2 == 0"]
        return self.draw.choice(choices + ["col % 3 != 1", "row != col", "row / 4 == col / 4", "row % 5 < 2 && col > 6"])

    def draw_clamped(self):
        """Threads outside the matrix compute its last row or column again, and only the store is guarded."""
        possible = [holds for holds, _ in self.mapping.guards] in (["row < M", "col < N"], ["col < N", "row < M"])
        simple = self.a.line == "row" and self.b.line == "col" and not self.b.batched
        possible = possible and simple and not (self.batch or self.bypass or self.odd.name or self.tail.in_memory)
        if not possible or self.tail.initial != "zero" or self.mapping.kind == "flat" or self.draw.random() > 0.08:
            return False
        self.a.line, self.b.line = "r", "c"
        self.mapping.pre += [f"{self.mapping.type} r = row < M ? row : M - 1;", f"{self.mapping.type} c = col < N ? col : N - 1;"]
        return True

    def attributes(self, gnu=False):
        draw, names = self.draw, ["phobos::tensorcore"]
        if draw.random() < 0.1:
            names = ["phobos::tensorcore(sync)"]
        if self.precision:
            names.append(f"phobos::precision({self.precision})")
        if draw.random() < 0.15:
            names.append(draw.choice(["phobos::pipeline", "phobos::pipeline(1)", "phobos::pipeline(2)", "phobos::pipeline(3)"]))
        if gnu:
            return "__attribute__((" + ", ".join(name.replace("::", "_") for name in names) + "))"
        return "[[" + ", ".join(names) + "]]"

    def factors(self):
        """The statements of the loop's body that come first, and the two factors as float."""
        draw = self.draw
        a, b = self.a.float_text(), self.b.float_text()
        first = []
        for operand in (self.a, self.b):
            if draw.random() < 0.03:
                self.may_stay = True
                text = f"({self.selection()} ? {a if operand is self.a else b} : 0.0f)"
                a, b = (text, b) if operand is self.a else (a, text)
        if draw.random() < 0.2:
            first = [f"float x = {a};", f"float y = {b};"]
            a, b = "x", "y"
        if draw.random() < 0.05:
            a = f"-{a}"
        return first, a, b

    def selection(self):
        k = self.loop.indices[0]
        return self.draw.choice([f"{k} < limit", f"{k} >= limit", f"({k} & 1) == 0", "row < limit", f"{k} < limit && col < limit"])

    def product(self):
        """Statements before it, and the summand."""
        draw = self.draw
        first, a, b = self.factors()
        if draw.random() < 0.4:
            a, b = b, a
        scale = draw.random()
        if scale < 0.05:
            return first, f"alpha * {a} * {b}"
        if scale < 0.1:
            return first, f"{a} * ({b} * alpha)"
        if scale < 0.13 and not self.clamped:
            self.may_stay |= self.tail.in_memory
            return first, f"{a} * {b} * {self.tail.bias()}"
        return first, (a, b)

    def update(self):
        """The loop's body."""
        draw, sum_ = self.draw, self.tail.sum
        if self.tail.sixteen:
            return self.update_sixteen()
        if self.a.element == self.b.element != "f32" and draw.random() < 0.06:
            self.slack = max(self.slack, 2 * ROUNDED[self.a.element])
            product = draw.choice(["float({} * {})", "float(__hmul({}, {}))"])
            return [f"{sum_} += " + product.format(self.a.element_text(), self.b.element_text()) + ";"]
        first, product = self.product()
        if isinstance(product, tuple):
            a, b = product
            texts = [f"{sum_} += {a} * {b};"] * 5 + [f"{sum_} = {sum_} + {a} * {b};", f"{sum_} = {a} * {b} + {sum_};"]
            texts += [f"{sum_} = fmaf({a}, {b}, {sum_});", f"{sum_} -= {a} * {b};", f"{sum_} = __fmaf_rn({a}, {b}, {sum_});"]
            text = draw.choice(texts)
        else:
            text = draw.choice(["{} += {};", "{} += {};", "{} -= {};"]).format(sum_, product)
        if draw.random() < 0.03:
            self.may_stay = True
            text = f"if ({draw.choice([self.loop.indices[0] + ' < limit', '(k & 1) == 0', 'k != limit'])}) {text}"
        return first + [text]

    def update_sixteen(self):
        sum_, a, b = self.tail.sum, self.a.element_text(), self.b.element_text()
        self.slack = 1.0
        texts = [f"{sum_} += {a} * {b};", f"{sum_} = __hfma({a}, {b}, {sum_});", f"{sum_} = __hadd({sum_}, __hmul({a}, {b}));"]
        return [self.draw.choice(texts)]

    def write(self):
        draw, mapping, loop = self.draw, self.mapping, self.loop
        body = self.odd.update(self, self.update())
        steps = [step for step in (self.a.step(), self.b.step()) if step]
        in_header = steps and draw.random() < 0.4
        if not in_header:
            body = body + [step + ";" for step in steps]
        attributes = self.attributes(gnu=draw.random() < 0.06 and not loop.pragma)
        on_kernel = draw.random() < 0.08
        lines = [loop.text(steps if in_header else []) + (" {" if len(body) > 1 else ""), *body]
        if len(body) > 1:
            lines.append("}")
        if not on_kernel:
            lines = [attributes] + lines
        if loop.pragma:
            lines = [loop.pragma] + lines
        if draw.random() < 0.1 and not on_kernel and self.odd.name is None and not self.tail.in_memory and not loop.outer:
            lines = self.outlined(lines)
        lines = self.a.before() + self.b.before() + loop.before() + lines
        lines = self.around(self.odd.around(self, lines))
        text = mapping.pre + (lines if self.clamped else guarded(draw, mapping.guards, lines))
        text = self.odd.whole(text)
        self.merged = self.may_merge() and draw.random() < 0.25
        if self.merged:
            # A is a part of C's array.
            merge = lambda lines: [line if "phobos" in line else re.sub(r"\bA\b", "(C + offW)", line) for line in lines]
            text, self.function_lines = merge(text), merge(self.function_lines)
        self.signature = self.parameters(" ".join(text + self.function_lines))
        text = self.with_function(text)
        if draw.random() < 0.06 and not self.functions:
            text = self.bundled(text)
        head = f"__global__ void {self.name}({', '.join(declaration for declaration, _ in self.signature)}) {{"
        if on_kernel:
            head = f"{attributes} {head}"
        lines = [head, *text, "}"]
        if draw.random() < 0.06 and not self.functions and self.a.type == self.b.type:
            lines = self.as_template(lines)
        return lines

    def may_merge(self):
        a, tail = self.a, self.tail
        return a.element == "f32" and tail.type == "float" and a.access not in ("view", "ldg") and not (a.second or tail.sixteen)

    def outlined(self, lines):
        """The loop in a lambda or in a function of its own."""
        sum_, type_ = self.tail.sum, self.tail.sum_type
        if self.draw.random() < 0.4:
            return [f"auto reduce = [&]({type_} {sum_}) {{", *lines, f"return {sum_};", "};", f"{sum_} = reduce({sum_});"]
        self.function_lines = lines
        # The arguments are known when the signature is: with_function puts them in.
        return [f"{sum_} = {self.name}_sum(@, {sum_});"]

    def with_function(self, text):
        """Writes the function of 'outlined', now that the kernel's parameters are known."""
        if not self.function_lines:
            return text
        used = words(" ".join(self.function_lines))
        index = self.mapping.type
        known = [(declaration, declaration.split()[-1].lstrip("*")) for declaration, _ in self.signature]
        known += [(f"{index} {name}", name) for name in ("row", "col", "z", "r", "c")] + [(f"{self.loop.type} terms", "terms")]
        known += [(f"const {operand.type} *{operand.small}", operand.small) for operand in (self.a, self.b) if operand.hoisted]
        taken = [(declaration, name) for declaration, name in known if name in used]
        sum_, type_ = self.tail.sum, self.tail.sum_type
        kind = self.draw.choice(["__device__", "__device__ __noinline__", "__device__ __forceinline__", "__device__ inline"])
        parameters = ", ".join([declaration for declaration, _ in taken] + [f"{type_} {sum_}"])
        self.functions += [f"{kind} {type_} {self.name}_sum({parameters}) {{", *self.function_lines, f"return {sum_};", "}"]
        arguments = ", ".join(name for _, name in taken)
        return [line.replace("_sum(@,", f"_sum({arguments},") for line in text]

    def bundled(self, text):
        """The sizes in a structure that is passed by value."""
        members = [(declaration, name) for declaration, name in self.signature if name in INTEGERS]
        if not members:
            return text
        self.functions += [f"struct {self.name}_sizes {{", *(declaration + ";" for declaration, _ in members), "};"]
        names = [name for _, name in members]
        self.signature = [each for each in self.signature if each[1] not in names] + [(f"{self.name}_sizes p", "#" + " ".join(names))]
        pattern = re.compile(r"(?<![.\w])(" + "|".join(names) + r")\b(?!\()")
        return [line if "phobos" in line else pattern.sub(r"p.\1", line) for line in text]

    def as_template(self, lines):
        """The element's type, and the number of stages, as parameters."""
        stages = re.search(r"pipeline\((\d)\)", " ".join(lines))
        lines = [re.sub(r"pipeline\(\d\)", "pipeline(Stages)", line) for line in lines]
        lines = [re.sub(rf"const {self.a.type} \*(__restrict__ )?(?=[AaBb]2?\b)", r"const E *\1", line) for line in lines]
        lines = [line.replace(f"View<const {self.a.type}>", "View<const E>") for line in lines]
        number = stages.group(1) if stages else "2"
        self.template = f"<{self.a.type}, {number}>", f"<ref::Num, {number}>"
        return ["template <class E, int Stages>", *lines]

    def around(self, loop):
        """The loop with what starts its sum and what follows it."""
        before, after = self.tail.before(), self.tail.after()
        if self.clamped:
            return before + loop + guarded(self.draw, self.mapping.guards, after)
        if self.draw.random() < 0.04 and not self.tail.in_memory and not self.tail.sixteen:
            # Another loop, without an attribute.
            more = [f"for (int t = 1; t < 4; ++t)", f"{self.tail.sum} += {self.tail.bias()} * float(t);"]
            before, after = (before + more, after) if self.draw.random() < 0.5 else (before, more + after)
        if not self.bypass:
            return before + loop + after
        if self.draw.random() < 0.4:
            return [f"if (!({self.bypass})) {{", *self.tail.instead(), "return;", "}", *before, *loop, *after]
        return before + [f"if ({self.bypass}) {{", *loop, "}"] + after

    #===------------------------------------------------------------------===#
    # Parameters
    #===------------------------------------------------------------------===#

    def parameters(self, text):
        """[(declaration, argument)]; arguments name arrays ('@A') or sizes ('M')."""
        draw = self.draw
        mentions = lambda name: any(word == name for word in words(text))
        pointers = []
        for operand in (self.a, self.b):
            restrict = draw.choice(["", "", "__restrict__ "])
            if not mentions(operand.letter):
                continue
            const = "" if operand is self.a and self.odd.name == "operand written" else "const "
            if operand.access == "view":
                pointers.append((f"View<const {operand.type}> {operand.letter}", "@@" + operand.letter))
            else:
                pointers.append((f"{const}{operand.type} *{restrict}{operand.letter}", "@" + operand.letter))
            if operand.second:
                pointers.append((f"const {operand.type} *{operand.letter}2", f"@{operand.letter}2"))
        for name, type_, const in self.tail.arrays():
            if mentions(name):
                restrict = draw.choice(["", "", "__restrict__ "])
                pointers.append((f"{const}{type_} *{restrict}{name}", "@" + name))
        integer = "int" if self.index == "mixed" else self.index
        sizes = {}
        for name in INTEGERS:
            if mentions(name):
                own = integer
                if self.index in ("int", "mixed") and name.startswith("stride"):
                    own = draw.choice(["size_t", "long", "int"])
                elif self.index in ("int", "mixed") and draw.random() < 0.02:
                    own = "short"
                sizes[name] = (f"{own} {name}", name)
        scalars = [(f"float {name}", name) for name in ("alpha", "beta") if mentions(name)]
        rest = list(sizes.values()) + scalars
        if draw.random() < 0.25:
            draw.shuffle(rest)
        if draw.random() < 0.15:
            rest = rest + pointers
            pointers = []
        return pointers + rest

    #===------------------------------------------------------------------===#
    # A trial
    #===------------------------------------------------------------------===#

    def trial(self, draw):
        """Everything that program.py writes of one launch."""
        return Launch(self, draw)


def words(text):
    word, found = "", []
    for character in text + " ":
        if character.isalnum() or character == "_":
            word += character
        elif word:
            found.append(word)
            word = ""
    return set(found)


class Launch:
    """sizes: name -> number; arrays: name -> (kind, element type, count, offset, guard); grid, block."""

    def __init__(self, kernel, draw):
        sizes = self.sizes = self.draw_sizes(kernel, draw)
        if kernel.batch:
            sizes["Z"] = draw.choice([1, 2, 2, 3])
        sizes["group"] = draw.choice([1, 2, 3]) if kernel.batch else draw.choice([1, 4, 16, 24])
        sizes["period"] = draw.choice([1, 3, 8, 16])
        of_a, of_b = kernel.loop.visit(draw, sizes)
        self.terms = len(of_a)
        self.grid, self.block = kernel.mapping.launch(draw, sizes)
        if not (kernel.batch or kernel.tail.reads or kernel.odd.name or kernel.tail.kind == "atomic") and draw.random() < 0.06:
            # Nothing depends on z: every output is computed as often as the launch is deep.
            self.grid = (*self.grid[:2], 2)
        extent = max(sizes["M"], sizes["N"], sizes["K"], 1)
        sizes["valid"] = draw.randrange(0, extent + 2)
        sizes["limit"] = draw.randrange(0, extent + 2)
        sizes["enabled"] = draw.choice([0, 1, 1, 1])
        sizes["alpha"] = draw.choice([1.0, 0.5, -1.5, 0.75, 2.0])
        sizes["beta"] = draw.choice([0.0, 1.0, -0.5, 0.25])
        self.arrays, self.first = {}, {}
        for operand, ks in ((kernel.a, of_a), (kernel.b, of_b)):
            count = operand.place(draw, sizes, ks)
            self.first[operand.letter] = operand.first
            offset = draw.choice([0, 0, 0, 0, 1, 2, 3, 4, 7, 8])
            guard = draw.choice([0, 0, 64])
            self.arrays[operand.letter] = self.arrays[operand.letter + "2"] = ("input", operand.type, count, offset, guard)
        self.arrays.update(kernel.tail.place(draw, sizes, kernel.reads_bias))
        if kernel.merged:
            of_c, of_a = self.arrays["C"], self.arrays["A"]
            sizes["offW"] = of_c[2] + self.first["A"]
            self.arrays["C"] = ("inout", "float", of_c[2] + of_a[2], *of_c[3:])
        elif kernel.odd.name == "operand written":
            self.arrays["A"] = ("inout", *self.arrays["A"][1:])
        self.data = draw.choice(["Integers", "Integers", "Reals", "Reals", "Reals", "Specials"])
        self.seed = draw.randrange(1 << 32)

    @staticmethod
    def draw_sizes(kernel, draw):
        few = [1, 2, 3, 5, 7, 8, 11, 13, 15, 16, 17, 19, 23, 24, 29, 31, 32, 33, 37, 40, 47, 48]
        many = few + [63, 64, 65, 67, 71, 96, 127, 128, 129, 130, 137]
        terms = few + [0, 1, 20, 50, 63, 64, 65, 70, 96, 97, 100, 127, 128, 129, 130, 160, 200]
        constants = {operand.ld_constant for operand in (kernel.a, kernel.b) if operand.ld_kind == "constant"}
        limit = min(constants) if constants else 1 << 30
        while True:
            m, n, k = draw.choice(draw.choice([few, many])), draw.choice(draw.choice([few, many])), draw.choice(terms)
            if draw.random() < 0.03 and kernel.loop.signed:
                k = draw.choice([-1, -7])
            if max(m, n, 2 * k + 30 if constants else k) <= limit and m * n * max(1, k) <= 150000 and m * n <= 9000:
                return {"M": m, "N": n, "K": k}

    def rounding(self, kernel):
        """What rounding the operands adds to the bound."""
        to = ROUNDED[kernel.precision or "f16"]
        return sum(1.01 * to for operand in (kernel.a, kernel.b) if operand.element == "f32")
