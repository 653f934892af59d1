#include "cli/twins.hpp"

#include <fmt/format.h>

#include <iterator>

#include "experiments/a1a.hpp"
#include "experiments/movielens.hpp"
#include "experiments/random.hpp"

namespace acgd::cli {
namespace {

const std::uint64_t kSeed = experiments::Settings{}.seed;

/// When the first and the last of the real ratings were given, in seconds since 1970.
constexpr Index kFirstTime = 874724710, kLastTime = 893286638;

/// A line a sample: the label, then index:value from 1, as LIBSVM has them.
std::string libsvm_text(const experiments::Classification& data) {
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const Rows rows = data.samples;
  std::string text;
  for (Index row = 0; row < rows.outerSize(); ++row) {
    text += data.labels[row] > 0 ? "+1 " : "-1 ";
    for (Rows::InnerIterator entry(rows, row); entry; ++entry) {
      fmt::format_to(std::back_inserter(text), "{}:{} ", entry.index() + 1, entry.value());
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string a1a_twin_text() { return libsvm_text(experiments::a1a_twin(kSeed)); }

std::string a1a_test_twin_text() { return libsvm_text(experiments::a1a_test_twin(kSeed)); }

std::string movielens_twin_text() {
  const experiments::RatedItems twin = experiments::movielens_twin(kSeed);
  experiments::Random random("movielens twin times", kSeed);
  std::string text;
  for (const Observation& rating : twin.ratings) {
    const Index time = kFirstTime + random.index(kLastTime - kFirstTime + 1);
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", rating.row + 1, rating.col + 1,
                   rating.value, time);
  }
  return text;
}

}  // namespace acgd::cli
