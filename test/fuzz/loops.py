"""The loop over k: its header, the index that each operand uses, and which indices a trial visits."""


class Loop:
    """indices: text of A's and of B's k; step and start: of pointers that move; packable: 'K' is what rows are long."""

    def __init__(self, draw, index, batch):
        self.draw = draw
        self.type = "int" if index == "mixed" else index
        self.signed = self.type in ("int", "long")
        self.indices = ("k", "k")
        self.start, self.step = "", "1"
        self.pragma = None
        self.packable = self.movable = True
        self.reversible = False
        self.constant = self.bound = None
        self.outer = False  # the counter is declared before the loop
        kinds = ["up"] * 11 + ["least", "half", "rounded", "bent"]
        kinds += ["equal", "until", "slice", "stepped", "inclusive", "constant", "two", "strided", "shifted"]
        if self.signed:
            kinds += ["down", "last"]
        if batch == "plain":
            kinds += ["batches"]
        self.kind = draw.choice(kinds)
        getattr(self, "make_" + self.kind)()
        # A bound that the counter may step over, and then start again from 0; one iteration, which is no loop.
        unsure = self.kind == "stepped" and (self.step == "step" or not self.signed) or self.kind == "inclusive" and not self.signed
        self.may_stay = unsure or self.kind == "bent" or self.constant == 1
        if self.kind in ("up", "equal", "last") and draw.random() < 0.08:
            self.outer = True
            self.header = (self.header[0].removeprefix(self.type + " "), *self.header[1:])
        if draw.random() < 0.12:
            self.pragma = draw.choice(["#pragma unroll", "#pragma unroll 4", "#pragma unroll 1", "#pragma unroll 3", "#pragma nounroll"])

    def up(self, start, bound, step="++k"):
        return f"{self.type} k = {start}", f"k < {bound}", [step]

    def make_up(self):
        self.header = self.up("0", "K", self.draw.choice(["++k", "++k", "k++", "k += 1"]))
        self.reversible = True

    def make_least(self):
        self.header = self.up("0", "terms")
        self.bound = self.draw.choice(["K < most ? K : most", "most <= K ? most : K"])

    def make_half(self):
        self.header = self.up("0", self.draw.choice(["K / 2", "K >> 1"]))

    def make_rounded(self):
        self.header = self.up("0", "terms")
        self.bound = self.draw.choice(["K & ~3", "K - K % 4", "K / 4 * 4"])

    def make_bent(self):
        self.header = self.up("0", "K")
        self.indices = (self.draw.choice(["(k / 2)", "(k % 5)", "(k & 7)", "(k < 6 ? k : 6)"]), "k")
        self.packable = self.movable = False

    def make_equal(self):
        self.header = f"{self.type} k = 0", "k != K", ["++k"]

    def make_until(self):
        self.header = f"{self.type} k = K", "k-- > 0", []
        self.movable = False

    def make_down(self):
        self.header = f"{self.type} k = K - 1", "k >= 0", ["--k"]
        self.movable = False

    def make_last(self):
        self.header = f"{self.type} k = 0", "k <= K - 1", ["++k"]

    def make_slice(self):
        self.header = self.up("begin", "end")
        self.start, self.packable = "begin", False

    def make_stepped(self):
        self.step = self.draw.choice(["2", "3", "step", "step"])
        self.header = self.up("0", "K", f"k += {self.step}")
        if self.step == "step":
            self.parameters = ["K", "step"]

    def make_inclusive(self):
        self.header = f"{self.type} k = 1", "k <= K", ["++k"]
        self.indices = ("(k - 1)", "(k - 1)")

    def make_constant(self):
        self.constant = self.draw.choice([1, 2, 5, 16, 17, 32, 33, 64, 70, 100])
        self.header = self.up("0", str(self.constant))
        self.packable = False

    def make_two(self):
        self.header = f"{self.type} k = 0, j = begin", "k < K", ["++k", "++j"]
        self.indices = ("k", "j")
        self.packable = self.movable = False

    def make_strided(self):
        self.indices = ("2 * k", "k")
        self.header = self.up("0", "K")
        self.packable = self.movable = False

    def make_shifted(self):
        self.indices = ("k", "(k + shift)")
        self.header = self.up("0", "K")
        self.packable = self.movable = False

    def make_batches(self):
        self.header = self.up("0", "terms")
        self.bound = f"K - {self.type}(z) * fewer"

    def before(self):
        lines = [f"{self.type} k = 0;"] if self.outer else []
        return lines + ([f"{self.type} terms = {self.bound};"] if self.bound else [])

    def text(self, more):
        """The header; more: what else advances in it."""
        first, condition, steps = self.header
        return f"for ({first}; {condition}; {', '.join(steps + more)})"

    def visit(self, draw, sizes):
        """Sets the loop's own sizes; returns the trip count, and the indices that A and B use."""
        k = sizes["K"]
        if self.constant:
            sizes["K"] = self.constant
            ks = list(range(self.constant))
            return ks, ks
        if self.kind == "equal":
            sizes["K"] = k = max(0, k)
        if not self.signed or self.kind in ("two", "strided", "shifted", "batches", "stepped", "half", "rounded", "bent"):
            sizes["K"] = k = max(0, k)
        ks = list(range(max(0, k)))
        if self.kind == "slice":
            begin = draw.choice([0, 1, 3, 8, draw.randrange(0, 20)])
            sizes["begin"], sizes["end"] = begin, begin + len(ks)
            ks = [begin + x for x in ks]
        elif self.kind == "least":
            sizes["most"] = draw.choice([0, 1, 5, 16, 40, max(0, k)])
            ks = ks[: sizes["most"]]
        elif self.kind == "half":
            ks = ks[: k // 2]
        elif self.kind == "rounded":
            ks = ks[: k // 4 * 4]
        elif self.kind == "stepped":
            sizes["step"] = draw.choice([1, 2, 3, 5])
            ks = ks[:: int(self.step) if self.step.isdigit() else sizes["step"]]
        elif self.kind == "bent":
            bend = {"(k / 2)": lambda x: x // 2, "(k % 5)": lambda x: x % 5, "(k & 7)": lambda x: x & 7}
            return list(map(bend.get(self.indices[0], lambda x: min(x, 6)), ks)), ks
        elif self.kind == "two":
            sizes["begin"] = draw.choice([0, 2, 5])
            return ks, [x + sizes["begin"] for x in ks]
        elif self.kind == "strided":
            return [2 * x for x in ks], ks
        elif self.kind == "shifted":
            sizes["shift"] = draw.choice([0, 1, 4])
            return ks, [x + sizes["shift"] for x in ks]
        elif self.kind == "batches":
            sizes["fewer"] = draw.choice([0, 1, 3, 7]) if self.signed else draw.choice([0, 1])
            if not self.signed and k < sizes["fewer"] * sizes["Z"]:
                sizes["fewer"] = 0
        return ks, ks
