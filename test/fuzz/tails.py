"""What a kernel's sum starts from and where it is kept, and what becomes of it after the loop."""

from operands import ELEMENTS, divide_up

ACTIVATIONS = [
    "fmaxf({x}, 0.0f)",
    "({x} > 0.0f ? {x} : 0.125f * {x})",
    "0.5f * {x} * (1.0f + erff({x} * 0.70710678f))",
    "tanhf({x})",
    "fminf(fmaxf({x}, -1.0f), 1.0f)",
    "fabsf({x})",
    "1.0f / (1.0f + expf(-{x}))",
]


class Tail:
    """sum: the accumulator's text; in_memory: it is C[..]; sixteen: it is kept in 16 bits."""

    def __init__(self, draw, kernel):
        self.draw, self.mapping, self.wide = draw, kernel.mapping, kernel.index == "mixed"
        self.batch = kernel.batch
        self.type = draw.choice(["float"] * 5 + ["__half", "__nv_bfloat16"])
        self.by_rows = draw.random() < 0.8
        self.packed = draw.random() < 0.5
        self.bias_by = draw.choice(["M", "N"])
        self.bias_type = draw.choice(["float", "float", "__half"])
        self.in_memory = draw.random() < 0.14
        self.initial = draw.choice(["zero"] * 6 + ["bias", "C", "betaC", "nullable"])
        self.sixteen = False
        if self.in_memory:
            self.type = "float"
            self.initial = draw.choice(["as is", "as is", "zero", "scaled"])
        elif kernel.a.element == kernel.b.element != "f32" and draw.random() < 0.06:
            self.sixteen, self.type, self.initial = True, kernel.a.type, draw.choice(["zero", "C"])
        self.kinds = ["store"] * 4 + ["alphabeta", "biased", "activated", "activated", "several", "atomic", "branches"]
        self.kind = "none" if self.in_memory else draw.choice(self.kinds)
        if self.sixteen:
            self.kind = "store"
        if self.kind == "atomic" or self.initial in ("C", "betaC"):
            self.type = self.type if self.sixteen else "float"
        self.activation = draw.choice(ACTIVATIONS)
        self.reads = self.in_memory or self.initial in ("C", "betaC") or self.kind in ("alphabeta", "atomic")
        self.sum = f"C[{self.position()}]" if self.in_memory else draw.choice(["sum", "sum", "acc"])
        self.sum_type = self.type if self.sixteen else "float"

    def position(self):
        major, minor = ("row", "col") if self.by_rows else ("col", "row")
        ld = ("N" if self.by_rows else "M") if self.packed else "ldc"
        text = f"size_t({major}) * {ld} + {minor}" if self.wide else f"{major} * {ld} + {minor}"
        if self.batch:
            # Outputs of a batch lie one after the other.
            text = f"z * strideC + {text}"
        return text

    def bias(self):
        return f"float(bias[{'row' if self.bias_by == 'M' else 'col'}])"

    def stored(self, text):
        return text if self.type == "float" else self.draw.choice([f"{self.type}({text})"])

    def before(self):
        c = f"C[{self.position()}]"
        if self.in_memory:
            return {"as is": [], "zero": [f"{self.sum} = 0.0f;"], "scaled": [f"{self.sum} *= beta;"]}[self.initial]
        start = {"zero": "0.0f", "bias": self.bias(), "C": c, "betaC": f"beta * {c}"}
        start["nullable"] = f"bias != nullptr ? {self.bias()} : 0.0f"
        if self.sixteen:
            return [f"{self.type} {self.sum} = {c if self.initial == 'C' else self.type + '(0.0f)'};"]
        return [f"{self.sum_type} {self.sum} = {start[self.initial]};"]

    def instead(self):
        """What a thread stores that stays out of the loop."""
        return [] if self.in_memory else [f"C[{self.position()}] = {self.stored(self.draw.choice(['0.0f', '-INFINITY', '7.0f']))};"]

    def after(self):
        c, sum_ = f"C[{self.position()}]", self.sum
        if self.sixteen:
            return [f"{c} = {sum_};"]
        if self.kind == "none":
            return []
        if self.kind == "alphabeta":
            if self.draw.random() < 0.3:
                return ["if (beta == 0.0f)", f"{c} = {self.stored('alpha * ' + sum_)};", "else",
                        f"{c} = {self.stored(f'alpha * {sum_} + beta * float({c})')};"]
            return [f"{c} = {self.stored(f'alpha * {sum_} + beta * float({c})')};"]
        if self.kind == "biased":
            value = self.activation.format(x=sum_) if self.draw.random() < 0.5 else sum_
            return [f"{sum_} += {self.bias()};", f"{c} = {self.stored(value)};"]
        if self.kind == "activated":
            return [f"{c} = {self.stored(self.activation.format(x=sum_))};"]
        if self.kind == "several":
            return [f"{c} = {self.stored(sum_)};", f"D[{self.position()}] = __float2half({sum_});",
                    f"who[{self.position()}] = 1u + (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;"]
        if self.kind == "atomic":
            return [f"atomicAdd(&{c}, {sum_});", "atomicAdd(who, 1u);"]
        if self.kind == "branches":
            return [f"if ({sum_} < 0.0f)", f"{sum_} *= 0.25f;", "if ((row + col) % 2 == 0)", f"{c} = {self.stored(sum_)};", "else",
                    f"D[{self.position()}] = __float2half({sum_});"]
        return [f"{c} = {self.stored(sum_)};"]

    def arrays(self):
        """[(name, element type, const)] of what the text may mention beside the operands."""
        outputs = [("C", self.type, ""), ("D", "__half", ""), ("who", "unsigned", "")]
        return outputs + [("bias", self.bias_type, "const "), ("picks", "unsigned", "const ")]

    def place(self, draw, sizes, reads_bias):
        m, n, z = sizes["M"], sizes["N"], sizes.get("Z", 1)
        major, minor = (m, n) if self.by_rows else (n, m)
        ld = minor
        if not self.packed:
            ld = sizes["ldc"] = minor + draw.choice([0, 0, 1, 3, 8])
        each = (major - 1) * ld + minor
        sizes["strideC"] = each + draw.choice([0, 0, 3])
        count = each + (z - 1) * sizes["strideC"]
        offset = draw.choice([0, 0, 1, 3])
        bias = ("values", self.bias_type, m if self.bias_by == "M" else n, 0, 0)
        if self.initial == "nullable" and not reads_bias and draw.random() < 0.4:
            bias = ("null", self.bias_type, 0, 0, 0)
        return {
            "C": ("inout" if self.reads else "output", self.type, count, offset, 0),
            "D": ("output", "__half", count, 0, 0),
            "who": ("counters", "unsigned", count, 0, 0),
            "picks": ("indices", "unsigned", m, m, 0),
            "bias": bias,
        }
