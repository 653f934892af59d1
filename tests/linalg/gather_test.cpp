// Lines of a sparse matrix times a vector, for every order of reading them.
#include <gtest/gtest.h>

#include <random>

#include "linalg/kernels.hpp"

namespace acgd::kernels {
namespace {

struct Lines {
  std::vector<int> starts = {0};
  std::vector<int> indices;
  std::vector<double> values;
  Vector x;
};

/// Lines of 0 to `longest` entries.
Lines random_lines(Index lines, int longest) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  Lines result;
  result.x = Vector::NullaryExpr(500, [&] { return normal(random); });
  for (Index l = 0; l < lines; ++l) {
    const auto entries = static_cast<int>(random() % static_cast<unsigned>(longest + 1));
    for (int k = 0; k < entries; ++k) {
      result.indices.push_back(static_cast<int>(random() % 500));
      result.values.push_back(normal(random));
    }
    result.starts.push_back(static_cast<int>(result.indices.size()));
  }
  return result;
}

TEST(Gather, ShortLinesHaveSameBitsInOrder) {
  for (const int longest : {0, 3, 8, 19}) {
    const Lines lines = random_lines(203, longest);
    const auto order = order_of(lines.starts.data(), 203);
    ASSERT_FALSE(order.empty());
    for (const bool ones : {false, true}) {
      SparseView<double> view{lines.starts.data(), lines.indices.data(),
                              ones ? nullptr : lines.values.data(), 203};
      Vector plain(203), in_order(203), piece(203);
      gather(view, lines.x.data(), plain.data());
      view.order = order.data();
      gather(view, lines.x.data(), in_order.data());
      EXPECT_EQ(in_order, plain) << longest;
      for (const auto& [first, last] :
           {std::pair<Index, Index>{0, 203}, {5, 6}, {60, 140}, {64, 203}}) {
        gather(view, lines.x.data(), first, last, piece.data());
        EXPECT_EQ(piece.head(last - first), plain.segment(first, last - first)) << first;
      }
      for (Index l = 0; l < 203; ++l) {
        long double sum = 0, sizes = 0;
        for (int k = lines.starts[l]; k < lines.starts[static_cast<std::size_t>(l) + 1]; ++k) {
          const auto at = static_cast<std::size_t>(k);
          const long double product = (ones ? 1.0L : static_cast<long double>(lines.values[at])) *
                                      lines.x[lines.indices[at]];
          sum += product;
          sizes += std::abs(product);
        }
        EXPECT_NEAR(plain[l], static_cast<double>(sum), static_cast<double>(1e-15L * sizes)) << l;
      }
    }
  }
}

TEST(Gather, LongLinesNeedNoOrder) {
  const Lines lines = random_lines(100, 60);
  EXPECT_TRUE(order_of(lines.starts.data(), 100).empty());
}

}  // namespace
}  // namespace acgd::kernels
