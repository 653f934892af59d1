#include "experiments/a1a.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/data_file.hpp"
#include "experiments/random.hpp"
#include "io/libsvm.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kSamples = 1605, kFeatures = 123, kPositive = 395;
constexpr Index kTestSamples = 30956, kTestPositive = 7446;

/// How many answers each question of the census has.
constexpr std::array<Index, 14> kAnswers = {5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41};
/// Two questions that the same people leave out, and another one.
constexpr std::size_t kWorkClass = 1, kOccupation = 6, kCountry = 13;
constexpr double kJobless = 0.0586, kStateless = 0.0206;

/// How much of the model's answers matter, and how much those do.
constexpr double kDensity = 0.4, kWeight = 1.5;

/// An answer below `count`; the first ones are the most common.
Index answer(Index count, Random& random) {
  const double u = random.uniform();
  return static_cast<Index>(u * u * static_cast<double>(count));
}

SparseMatrix draw_samples(Index count, Random& random) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < count; ++row) {
    const bool jobless = random.uniform() < kJobless, stateless = random.uniform() < kStateless;
    Index first = 0;
    for (std::size_t question = 0; question < kAnswers.size(); ++question) {
      const Index given = first + answer(kAnswers[question], random);
      first += kAnswers[question];
      if (jobless && (question == kWorkClass || question == kOccupation)) continue;
      if (stateless && question == kCountry) continue;
      entries.emplace_back(row, static_cast<int>(given), 1.0);
    }
  }
  SparseMatrix samples(count, kFeatures);
  samples.setFromTriplets(entries.begin(), entries.end());
  return samples;
}

Vector draw_truth(Random& random) {
  Vector truth = Vector::Zero(kFeatures);
  for (double& weight : truth) {
    if (random.uniform() < kDensity) weight = kWeight * random.gaussian();
  }
  return truth;
}

/// +1 where score + noise is among the `positive` largest: logistic noise makes it a draw from the
/// logistic model with these scores and the intercept that gives so many.
Vector draw_labels(const Vector& score, Index positive, Random& random) {
  Vector noisy = score;
  for (double& s : noisy) {
    const double u = random.uniform(1e-12, 1);
    s += std::log(u / (1 - u + 1e-12));
  }
  std::vector<double> sorted(noisy.begin(), noisy.end());
  std::ranges::nth_element(sorted, sorted.begin() + positive, std::ranges::greater());
  const double threshold = sorted[static_cast<std::size_t>(positive)];
  return (noisy.array() > threshold)
      .select(Vector::Ones(score.size()), -Vector::Ones(score.size()));
}

}  // namespace

Classification a1a_twin(std::uint64_t seed) {
  Random random("a1a twin", seed);
  Classification twin{.samples = draw_samples(kSamples, random), .labels = {}, .source = {}};
  const Vector truth = draw_truth(random);
  twin.labels = draw_labels(twin.samples * truth, kPositive, random);
  twin.source = fmt::format("synthetic twin of a1a, {} x {}, seed {}", kSamples, kFeatures, seed);
  return twin;
}

Classification a1a_test_twin(std::uint64_t seed) {
  Random random("a1a twin", seed);
  draw_samples(kSamples, random);  // as a1a_twin() does: what comes next is its truth
  const Vector truth = draw_truth(random);
  Random others("a1a test twin", seed);
  Classification twin{.samples = draw_samples(kTestSamples, others), .labels = {}, .source = {}};
  twin.labels = draw_labels(twin.samples * truth, kTestPositive, others);
  twin.source =
      fmt::format("synthetic twin of a1a.t, {} x {}, seed {}", kTestSamples, kFeatures, seed);
  return twin;
}

Classification a1a(const Settings& settings) {
  const auto file = data_file(settings, "a1a");
  if (!file) return a1a_twin(settings.seed);
  const io::LabelledSamples read = io::read_libsvm(*file, kFeatures);
  return {.samples = read.samples,
          .labels = read.labels,
          .source = fmt::format("a1a (LIBSVM), {} x {}", read.samples.rows(), read.samples.cols()),
          .is_real = true};
}

double classification_lipschitz(const LinearMap& samples) {
  return squared_operator_norm(samples) / (4 * static_cast<double>(samples.rows()));
}

}  // namespace acgd::experiments
