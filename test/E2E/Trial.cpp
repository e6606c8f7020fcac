//===- Trial.cpp - Draws arrays, runs both copies, multiplies in float64 --===//
#include "Trial.h"
#include <thread>

using namespace e2e;

// The simulator has these, a GPU does not.
extern "C" __attribute__((weak)) void phobos_sim_watch_reads();
extern "C" __attribute__((weak)) void phobos_sim_forget_unread();

Trial::Trial(Sizes S, TrialOptions Options)
    : M(S.M), N(S.N), K(S.K), Options(Options), Rng(Options.Seed), Kind(Spread(Rng.below(3))), Specials(Rng.chance(4)) {}

// Half of all rows stay aligned to 16 bytes, so that both kinds of staging are met.
int Trial::padding() {
  constexpr int Pads[] = {0, 0, 8, 16, 1, 2, 3, 4, 5, 6, 7, 0};
  return Pads[Rng.below(std::size(Pads))];
}

Array &Trial::allocate(size_t Count, size_t ElementBytes) {
  size_t Offset = Rng.chance(3) ? size_t(Rng.below(8)) * ElementBytes : 0;
  std::string Name = "array " + std::to_string(Arrays.size());
  Arrays.push_back(std::make_unique<Array>(Name, Count, ElementBytes, Offset, !Options.Tight));
  return *Arrays.back();
}

dim3 Trial::block() {
  constexpr dim3 Shapes[] = {{16, 16}, {32, 32}, {32, 8}, {8, 32}, {16, 4}, {1, 32}, {64, 4}, {7, 5}, {256, 1}, {3, 31}};
  return Shapes[Rng.below(std::size(Shapes))];
}

dim3 Trial::cover(dim3 Block, int Columns, int Rows, int Batches) {
  auto Blocks = [&](int Count, unsigned Size) { return (Count + Size - 1) / Size + Rng.chance(6); };
  return dim3(std::max(1u, Blocks(Columns, Block.x)), std::max(1u, Blocks(Rows, Block.y)), Batches);
}

void Trial::run(const std::function<void(Copy)> &Body, Copy Which) {
  Body(Which);
  if (cudaError_t Error = cudaGetLastError(); Error != cudaSuccess)
    throw DeviceError(std::string("launch: ") + cudaGetErrorString(Error));
  if (cudaError_t Error = cudaDeviceSynchronize(); Error != cudaSuccess)
    throw DeviceError(std::string("kernel: ") + cudaGetErrorString(Error));
}

void Trial::each(const std::function<void(Copy)> &Body) {
  auto Upload = [&] {
    for (auto &Each : Arrays)
      Each->upload();
  };
  if (phobos_sim_watch_reads) {
    Upload();
    phobos_sim_watch_reads();
    run(Body, Copy::Original);
  }
  for (Copy Which : {Copy::Annotated, Copy::Original}) {
    Upload();
    // In the simulator, reading what the original does not read is a finding from here on.
    if (phobos_sim_forget_unread && Which == Copy::Annotated)
      phobos_sim_forget_unread();
    run(Body, Which);
    for (auto &Each : Arrays)
      Each->download(Which);
  }
}

// k outside, n inside: the compiler vectorizes it, and each element is summed in order.
static void productRows(Product &P, int Begin, int End, int Columns, int Terms, const std::vector<double> &A,
                        const std::vector<double> &B) {
  std::vector<double> Sum(Columns), Magnitude(Columns);
  for (int Row = Begin; Row < End; ++Row) {
    std::fill(Sum.begin(), Sum.end(), 0.0);
    std::fill(Magnitude.begin(), Magnitude.end(), 0.0);
    for (int I = 0; I < Terms; ++I) {
      double Factor = A[size_t(Row) * Terms + I];
      const double *Other = &B[size_t(I) * Columns];
      for (int Column = 0; Column < Columns; ++Column) {
        double Term = Factor * Other[Column];
        Sum[Column] += Term;
        Magnitude[Column] += std::fabs(Term);
      }
    }
    for (int Column = 0; Column < Columns; ++Column)
      P(Row, Column) = {Sum[Column], Magnitude[Column]};
  }
}

Product Trial::product(int Rows, int Columns, int Terms, const std::function<double(int, int)> &A,
                       const std::function<double(int, int)> &B) const {
  std::vector<double> Left(size_t(Rows) * Terms), Right(size_t(Terms) * Columns);
  for (int Row = 0; Row < Rows; ++Row)
    for (int I = 0; I < Terms; ++I)
      Left[size_t(Row) * Terms + I] = A(Row, I);
  for (int I = 0; I < Terms; ++I)
    for (int Column = 0; Column < Columns; ++Column)
      Right[size_t(I) * Columns + Column] = B(I, Column);
  Product P(Rows, Columns);
  double Work = double(Rows) * Columns * Terms;
  int Threads = Work < 1e7 ? 1 : std::max(1u, std::min(16u, std::thread::hardware_concurrency()));
  std::vector<std::thread> Pool;
  for (int I = 1; I < Threads; ++I)
    Pool.emplace_back([&, I] {
      productRows(P, int64_t(Rows) * I / Threads, int64_t(Rows) * (I + 1) / Threads, Columns, Terms, Left, Right);
    });
  productRows(P, 0, Rows / Threads, Columns, Terms, Left, Right);
  for (std::thread &Each : Pool)
    Each.join();
  return P;
}
