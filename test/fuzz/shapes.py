"""How a kernel's threads become rows and columns: the text of the mapping, its guards, and the launch that fits.

A mapping is drawn once a kernel; its launch once a trial, from sizes in a dictionary ('M', 'N', 'K', 'Z', ...) that later
become the kernel's arguments.
"""


def divide_up(count, by):
    return -(-count // by)


BLOCKS = [(16, 16), (32, 32), (32, 8), (8, 32), (16, 4), (1, 32), (64, 4), (7, 5), (256, 1), (3, 31), (1, 1), (33, 2)]


class Mapping:
    """Attributes: pre (lines), guards ([(holds, fails)]), batch (None or how z is used)."""

    def __init__(self, draw, index, batch):
        self.draw, self.index = draw, index
        self.cast = "" if index in ("int", "mixed") else f"({index})"
        self.type = "int" if index == "mixed" else index
        self.pre, self.guards = [], []
        self.batch = batch
        kinds = ["plain"] * 8 + ["flat"] * 4 + ["tile"] * 2 + ["constant", "line", "blocks", "backwards", "offset", "swapped_line"]
        kinds += ["cyclic", "apart"]
        if batch:
            kinds = ["plain"] * 4 + ["line", "constant", "tile"] + (["flat3"] * 2 if batch == "plain" else [])
        self.kind = draw.choice(kinds)
        if self.kind == "backwards" and self.type in ("unsigned", "size_t"):
            self.kind = "plain"
        getattr(self, "make_" + self.kind)()
        self.exact = not batch and self.kind in ("plain", "flat") and draw.random() < 0.06
        if self.exact:
            # The launch covers the outputs, and nothing else: there is no guard.
            self.guards = []
        if batch and self.kind != "flat3":
            self.make_batch()
        if draw.random() < 0.04:
            self.guards.insert(draw.randrange(len(self.guards) + 1), ("enabled != 0", "enabled == 0"))

    def global_index(self, dim):
        block, size, thread = f"blockIdx.{dim}", f"blockDim.{dim}", f"threadIdx.{dim}"
        cast = self.cast if self.draw.random() < 0.4 else ""
        product = self.draw.choice([f"{cast}{block} * {size}", f"{size} * {cast}{block}"])
        return self.draw.choice([f"{product} + {thread}", f"{product} + {thread}", f"{thread} + {product}"])

    def line(self, name, value):
        const = self.draw.choice(["", "", "const "])
        self.pre.append(f"{const}{self.type} {name} = {value};")

    def guard(self, name, bound):
        if self.type == "int" and self.draw.random() < 0.06:
            name, bound = f"unsigned({name})", f"unsigned({bound})"
        self.guards.append((f"{name} < {bound}", self.draw.choice([f"{name} >= {bound}", f"!({name} < {bound})"])))

    def make_plain(self):
        self.swapped = self.draw.random() < 0.3
        y, x = ("x", "y") if self.swapped else ("y", "x")
        lines = [("row", y), ("col", x)]
        self.draw.shuffle(lines)
        for name, dim in lines:
            self.line(name, self.global_index(dim))
        self.guard("row", "M")
        self.guard("col", "N")
        if self.draw.random() < 0.3:
            self.guards.reverse()

    def make_flat(self):
        self.line("i", self.global_index("x"))
        self.by = self.draw.choice(["N", "N", "M"])
        slow, fast = ("row", "col") if self.by == "N" else ("col", "row")
        self.line(slow, f"i / {self.by}")
        self.line(fast, self.draw.choice([f"i % {self.by}", f"i % {self.by}", f"i - {slow} * {self.by}"]))
        other = "M" if self.by == "N" else "N"
        if self.draw.random() < 0.25:
            self.guard(slow, other)
        else:
            self.guards.append(("i < M * N", "i >= M * N"))

    def make_flat3(self):
        self.line("i", self.global_index("x"))
        if self.draw.random() < 0.5:
            self.line("z", "i / (M * N)")
            self.line("r", "i % (M * N)")
            self.line("row", "r / N")
            self.line("col", "r % N")
        else:
            self.line("col", "i % N")
            self.line("row", "i / N % M")
            self.line("z", "i / N / M")
        self.guards.append(("i < Z * M * N", "i >= Z * M * N"))

    def make_tile(self):
        self.height, self.width = self.draw.choice([(16, 16), (8, 24), (4, 32), (32, 32), (5, 13), (2, 64)])
        # The block has one dimension, or two that the text makes one of.
        self.deep = self.draw.choice([1, 1, 1, 2, 4])
        thread = "threadIdx.x" if self.deep == 1 else "(threadIdx.y * blockDim.x + threadIdx.x)"
        slow, fast = f"{thread} / {self.width}", f"{thread} % {self.width}"
        if self.draw.random() < 0.3 and self.width & (self.width - 1) == 0:
            slow, fast = f"({thread} >> {self.width.bit_length() - 1})", f"({thread} & {self.width - 1})"
        self.line("row", f"blockIdx.y * {self.height} + {slow}")
        self.line("col", f"blockIdx.x * {self.width} + {fast}")
        self.guard("row", "M")
        self.guard("col", "N")

    def make_constant(self):
        self.width, self.height = self.draw.choice([(16, 16), (32, 8), (8, 8), (32, 32), (20, 5)])
        self.line("row", f"blockIdx.y * {self.height} + threadIdx.y")
        self.line("col", f"threadIdx.x + blockIdx.x * {self.width}")
        self.guard("row", "M")
        self.guard("col", "N")

    def make_line(self):
        self.line("row", "blockIdx.y")
        self.line("col", self.global_index("x"))
        if self.draw.random() < 0.3:
            self.guard("row", "M")
        self.guard("col", "N")

    def make_swapped_line(self):
        self.line("row", "blockIdx.x")
        self.line("col", self.global_index("y"))
        self.guard("col", "N")

    def make_blocks(self):
        self.line("row", "blockIdx.x / across * blockDim.y + threadIdx.y")
        self.line("col", "blockIdx.x % across * blockDim.x + threadIdx.x")
        self.guard("row", "M")
        self.guard("col", "N")

    def make_backwards(self):
        self.line("row", f"M - 1 - {self.type}({self.global_index('y')})")
        self.line("col", self.global_index("x"))
        self.guards.append(("row >= 0", "row < 0"))
        self.guard("col", "N")

    def make_cyclic(self):
        self.line("row", "threadIdx.y * gridDim.y + blockIdx.y")
        self.line("col", "threadIdx.x * gridDim.x + blockIdx.x")
        self.guard("row", "M")
        self.guard("col", "N")

    def make_apart(self):
        # Every other block's rows are left out.
        self.line("row", "blockIdx.y * blockDim.y * 2 + threadIdx.y")
        self.line("col", "blockIdx.x * (blockDim.x + 3) + threadIdx.x")
        self.guard("row", "M")
        self.guard("col", "N")

    def make_offset(self):
        self.line("row", f"first + {self.global_index('y')}")
        self.line("col", self.global_index("x"))
        self.guard("row", "M")
        self.guard("col", "N")

    def make_batch(self):
        self.z_threads = self.kind == "plain" and self.draw.random() < 0.2
        if self.z_threads:
            self.line("z", self.global_index("z"))
            self.guard("z", "Z")
        else:
            self.line("z", "blockIdx.z")
            if self.draw.random() < 0.25:
                self.guard("z", "Z")

    def launch(self, draw, sizes):
        """Grid and block, as triples; fills in sizes that the mapping has of its own."""
        m, n, z = sizes["M"], sizes["N"], sizes.get("Z", 1)
        if self.exact:
            return self.launch_exactly(draw, m, n)
        more = lambda: draw.random() < 0.15
        block, depth = draw.choice(BLOCKS), 1
        if self.kind in ("flat", "flat3"):
            threads = draw.choice([32, 64, 96, 128, 100, 256, 1000])
            return (max(1, divide_up(m * n * (z if self.kind == "flat3" else 1), threads) + more()), 1, 1), (threads, 1, 1)
        if self.kind == "tile":
            full = self.height * self.width
            threads = draw.choice([full, full, full, max(1, full - draw.randrange(1, 40))])
            grid = (max(1, divide_up(n, self.width) + more()), max(1, divide_up(m, self.height) + more()), z)
            return grid, (max(1, threads // self.deep), self.deep, 1)
        if self.kind == "constant":
            width, height = self.width, self.height
            if draw.random() < 0.2:
                width, height = draw.randrange(1, width + 1), draw.randrange(1, height + 1)
            return (max(1, divide_up(n, self.width)), max(1, divide_up(m, self.height) + more()), z), (width, height, 1)
        guarded = any(bound.startswith("row") for bound, _ in self.guards)
        if self.kind == "line":
            threads = draw.choice([32, 64, 100, 128])
            return (max(1, divide_up(n, threads) + more()), max(1, m + (guarded and more())), z), (threads, 1, 1)
        if self.kind == "swapped_line":
            threads = draw.choice([32, 64, 100])
            return (max(1, m), max(1, divide_up(n, threads) + more()), 1), (1, threads, 1)
        if self.kind == "blocks":
            sizes["across"] = max(1, divide_up(n, block[0]))
            return (sizes["across"] * max(1, divide_up(m, block[1])), 1, 1), (block[0], block[1], 1)
        if self.kind == "offset":
            sizes["first"] = draw.randrange(0, max(1, m))
        if getattr(self, "z_threads", False):
            block, depth = draw.choice([(8, 4), (16, 16), (5, 3), (32, 1)]), draw.choice([1, 2, 3])
        columns, rows = (m, n) if getattr(self, "swapped", False) else (n, m)
        grid = (max(1, divide_up(columns, block[0]) + more()), max(1, divide_up(rows, block[1]) + more()))
        deep = divide_up(z, depth) if getattr(self, "z_threads", False) else z
        return grid + (max(1, deep),), (block[0], block[1], depth)

    def launch_exactly(self, draw, m, n):
        divisor = lambda count: draw.choice([d for d in range(1, 33) if count % d == 0])
        if self.kind == "flat":
            threads = divisor(m * n)
            return (m * n // threads, 1, 1), (threads, 1, 1)
        columns, rows = (m, n) if self.swapped else (n, m)
        width, height = divisor(columns), divisor(rows)
        return (columns // width, rows // height, 1), (width, height, 1)


def guarded(draw, guards, body):
    """Body, a list of lines, under the guards in one of the ways that people write them."""
    if not guards:
        return body
    style = draw.choice(["and", "and", "nested", "return", "return", "returns", "mixed"])
    if style == "and":
        return ["if (" + " && ".join(holds for holds, _ in guards) + ") {", *body, "}"]
    if style == "nested":
        for holds, _ in reversed(guards):
            body = [f"if ({holds}) {{", *body, "}"]
        return body
    if style == "return":
        return ["if (" + " || ".join(fails for _, fails in guards) + ")", "return;", *body]
    if style == "returns":
        return [line for _, fails in guards for line in (f"if ({fails})", "return;")] + body
    return [f"if ({guards[0][1]})", "return;"] + guarded(draw, guards[1:], body)
