// Sums over pieces of sparse lines, for every order of reading them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "linalg/sparse_kernels.hpp"

namespace acgd::kernels {
namespace {

constexpr int kSize = 3000;

struct Columns {
  std::vector<int> starts = {0};
  std::vector<int> indices;
  std::vector<double> values;

  SparseView<double> view(bool ones) const {
    return {starts.data(), indices.data(), ones ? nullptr : values.data(),
            static_cast<Index>(starts.size()) - 1};
  }
};

/// Lines with lengths drawn from the given ones.
Columns random_columns(Index lines, const std::vector<int>& lengths) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<int> all(kSize);
  for (int i = 0; i < kSize; ++i) all[i] = i;
  Columns result;
  for (Index l = 0; l < lines; ++l) {
    std::sample(all.begin(), all.end(), std::back_inserter(result.indices),
                lengths[random() % lengths.size()], random);
    result.starts.push_back(static_cast<int>(result.indices.size()));
  }
  for (std::size_t k = 0; k < result.indices.size(); ++k) result.values.push_back(normal(random));
  return result;
}

/// A piece as the only line of a matrix: the computation of a rank that has nothing else.
double sum_alone(const Columns& a, bool ones, Index line, Index from, Index to, const Vector& x) {
  std::vector<int> indices;
  std::vector<double> values;
  for (int k = a.starts[line]; k < a.starts[static_cast<std::size_t>(line) + 1]; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (a.indices[at] < from || a.indices[at] >= to) continue;
    indices.push_back(a.indices[at]);
    values.push_back(a.values[at]);
  }
  const int starts[] = {0, static_cast<int>(indices.size())};
  double sum = 0;
  gather(SparseView<double>{starts, indices.data(), ones ? nullptr : values.data(), 1}, x.data(), 0,
         1, &sum);
  return sum;
}

void expect_pieces(const Columns& a, const std::vector<Index>& cuts) {
  const Vector x = Vector::NullaryExpr(
      kSize, [](Index i) { return std::sin(1.0 + static_cast<double>(i * i)); });
  const auto pieces = static_cast<Index>(cuts.size()) - 1;
  std::vector<Index> all;
  for (Index s = 0; s < pieces; ++s) all.push_back(s);
  for (const bool ones : {false, true}) {
    const CutLines cut(a.view(ones), cuts);
    std::vector<double> sums(static_cast<std::size_t>(cut.room()));
    for (Index first = 0; first < a.view(ones).lines; first += kLinesInOrder) {
      const Index last = std::min(first + kLinesInOrder, a.view(ones).lines);
      cut.gather(x.data(), first, last, {}, all, sums.data());
      for (Index line = first; line < last; ++line) {
        for (Index s = 0; s < pieces; ++s) {
          const double sum = sums[s * CutLines::kRoom + line - first];
          ASSERT_EQ(sum, sum_alone(a, ones, line, cut.cut(s), cut.cut(s + 1), x)) << line;
          ASSERT_FALSE(sum == 0 && std::signbit(sum));
        }
      }
    }
  }
}

TEST(CutLines, PieceSumsEqualThoseOfSeparateMatrices) {
  const std::vector<Index> eight = {0, 320, 704, 1088, 1472, 1856, 2240, 2624, kSize};
  for (const std::vector<int>& lengths : {std::vector<int>{0, 1, 2, 3, 5},
                                          {7, 12, 30},
                                          {60, 90},
                                          {400, 900},
                                          {0, 3, 40, 200, 1000}}) {
    expect_pieces(random_columns(203, lengths), eight);
    expect_pieces(random_columns(70, lengths), {0, 7, 7, kSize});
    expect_pieces(random_columns(1, lengths), {0, kSize});
  }
}

TEST(CutLines, MergesPiecesInGivenOrder) {
  const Columns a = random_columns(64, {0, 4, 20, 300});
  const std::vector<Index> cuts = {0, 1000, 2000, kSize};
  const Vector x = Vector::NullaryExpr(
      kSize, [](Index i) { return std::cos(1.0 + static_cast<double>(i * i)); });
  const CutLines cut(a.view(false), cuts);
  std::vector<double> sums(static_cast<std::size_t>(cut.room()));
  cut.gather(x.data(), 0, 64, {{1, 2}, {0, 1}}, {0}, sums.data());
  for (Index line = 0; line < 64; ++line) {
    const auto piece = [&](Index s) {
      return sum_alone(a, false, line, cut.cut(s), cut.cut(s + 1), x);
    };
    EXPECT_EQ(sums[line], piece(0) + (piece(1) + piece(2))) << line;
  }
}

TEST(CutLines, CountsEntriesOfPieces) {
  Columns a = random_columns(90, {0, 4, 20});
  for (std::size_t k = 0; k < a.values.size(); ++k) {
    if (a.indices[k] < 1024) a.values[k] = 1;
  }
  const CutLines cut(a.view(false), {0, 1024, kSize});
  const auto below =
      std::count_if(a.indices.begin(), a.indices.end(), [](int i) { return i < 1024; });
  EXPECT_EQ(cut.piece(0).entries, below);
  EXPECT_EQ(cut.piece(1).entries, static_cast<Index>(a.indices.size()) - below);
  EXPECT_FALSE(cut.piece(0).has_values);
  EXPECT_TRUE(cut.piece(1).has_values);
}

}  // namespace
}  // namespace acgd::kernels
