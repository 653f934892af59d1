#include "app/experiments/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "acgd/core/error.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/ratings.hpp"
#include "app/experiments/synthetic.hpp"

namespace acgd::experiments {

namespace {

std::optional<std::filesystem::path> folder(const Settings& settings) {
  if (settings.data) {
    if (std::filesystem::is_directory(*settings.data)) return settings.data;
    throw InvalidInput("data", fmt::format("\"{}\" is not a folder", settings.data->string()));
  }
  return data_from_environment();
}

}  // namespace

std::optional<std::filesystem::path> data_from_environment() {
  const char* given = std::getenv("ACGD_DATA");
  if (given == nullptr || *given == '\0') return std::nullopt;
  return given;
}

const std::vector<std::string>& data_file_names() {
  static const std::vector<std::string> names = {"a1a",
                                                 "movielens100k.csv",
                                                 "matrix-balancing/A.npy",
                                                 "matrix-balancing/x0.npy",
                                                 "video-colocalization/A.npy",
                                                 "video-colocalization/b.npy",
                                                 "video-colocalization/x0.npy",
                                                 "video-colocalization/edges.csv"};
  return names;
}

std::optional<std::filesystem::path> data_file(const Settings& settings, const std::string& name) {
  if (settings.synthetic) return std::nullopt;
  const auto place = folder(settings);
  if (!place || !std::filesystem::exists(*place / name)) return std::nullopt;
  return *place / name;
}

namespace {

constexpr Index kSamples = 1605, kFeatures = 123, kPositive = 395;
constexpr Index kTestSamples = 30956, kTestPositive = 7446;

/// Number of possible answers of each question.
constexpr std::array<Index, 14> kAnswers = {5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41};
/// Questions with missing answers; the first two are missing in the same samples.
constexpr std::size_t kWorkClass = 1, kOccupation = 6, kCountry = 13;
constexpr double kJobless = 0.0586, kStateless = 0.0206;

/// Fraction of non-zero coefficients, and their scale.
constexpr double kDensity = 0.4, kWeight = 1.5;

/// Draws an answer below `count`; smaller numbers are more frequent.
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

/// +1 where score + noise is among the `positive` largest. With logistic noise this is a draw from
/// the logistic model with these scores and the intercept that yields this number of positives.
Vector draw_labels(const Vector& score, Index positive, Random& random) {
  Vector noisy = score;
  for (double& s : noisy) {
    const double u = random.uniform(1e-12, 1);
    s += std::log(u / (1 - u + 1e-12));
  }
  std::vector<double> sorted(noisy.begin(), noisy.end());
  std::ranges::nth_element(sorted, sorted.begin() + positive, std::ranges::greater());
  const double threshold = sorted[positive];
  return (noisy.array() > threshold)
      .select(Vector::Ones(score.size()), -Vector::Ones(score.size()));
}

}  // namespace

Classification synthetic_a1a(std::uint64_t seed) {
  Random random("a1a twin", seed);
  Classification data{.samples = draw_samples(kSamples, random), .labels = {}, .source = {}};
  const Vector truth = draw_truth(random);
  data.labels = draw_labels(data.samples * truth, kPositive, random);
  data.source =
      fmt::format("synthetic stand-in for a1a, {} x {}, seed {}", kSamples, kFeatures, seed);
  return data;
}

Classification synthetic_a1a_test(std::uint64_t seed) {
  Random random("a1a twin", seed);
  draw_samples(kSamples, random);  // as in synthetic_a1a(): the next numbers are its coefficients
  const Vector truth = draw_truth(random);
  Random others("a1a test twin", seed);
  Classification data{.samples = draw_samples(kTestSamples, others), .labels = {}, .source = {}};
  data.labels = draw_labels(data.samples * truth, kTestPositive, others);
  data.source =
      fmt::format("synthetic stand-in for a1a.t, {} x {}, seed {}", kTestSamples, kFeatures, seed);
  return data;
}

Classification a1a(const Settings& settings) {
  const auto file = data_file(settings, "a1a");
  if (!file) return synthetic_a1a(settings.seed);
  const data::Dataset read = data::read_libsvm(*file, kFeatures);
  return {.samples = *read.sparse(),
          .labels = read.targets.numbers,
          .source = fmt::format("a1a (LIBSVM), {} x {}", read.count(), read.feature_count()),
          .is_real = true};
}

double classification_lipschitz(const LinearMap& samples) {
  return squared_operator_norm(samples) / (4 * static_cast<double>(samples.rows()));
}

namespace {

constexpr Index kUsers = 943, kItems = 1682, kRatings = 100000;
constexpr Index kQuickDivisor = 3;  ///< of users and items; of ratings its square

constexpr double kMean = 3.5, kUserBias = 0.4, kItemBias = 0.5, kTaste = 0.6, kRatingNoise = 0.55;
constexpr Index kRank = 8;
/// Standard deviation of the logarithm of the popularity of users and items.
constexpr double kUserSpread = 0.9, kItemSpread = 1.2;

/// Draws indices with log-normal frequencies.
class Popularity {
 public:
  Popularity(Index size, double spread, Random& random) {
    for (Index i = 0; i < size; ++i) {
      total_ += std::exp(spread * random.gaussian());
      ends_.push_back(total_);
    }
  }
  Index draw(Random& random) const {
    const auto place = std::ranges::upper_bound(ends_, total_ * random.uniform());
    return std::min<Index>(place - ends_.begin(), static_cast<Index>(ends_.size()) - 1);
  }

 private:
  std::vector<double> ends_;
  double total_ = 0;
};

/// Model of the rating of an item by a user.
struct Opinions {
  Opinions(Index users, Index items, Random& random)
      : user_bias(kUserBias * random.gaussian_vector(users)),
        item_bias(kItemBias * random.gaussian_vector(items)),
        user_taste(random.gaussian_matrix(kRank, users)),
        item_taste(kTaste / std::sqrt(double{kRank}) * random.gaussian_matrix(kRank, items)) {}

  double rating(Index user, Index item, double noise) const {
    const double opinion = kMean + user_bias[user] + item_bias[item] +
                           user_taste.col(user).dot(item_taste.col(item)) + noise;
    return std::clamp(std::round(opinion), 1.0, 5.0);
  }

  Vector user_bias;
  Vector item_bias;
  Matrix user_taste;
  Matrix item_taste;
};

}  // namespace

RatedItems synthetic_movielens(Index users, Index items, Index ratings, std::uint64_t seed) {
  Random random("movielens twin", seed);
  const Popularity by_user(users, kUserSpread, random), by_item(items, kItemSpread, random);
  const Opinions opinions(users, items, random);
  RatedItems data{.users = users, .items = items};
  std::vector<char> taken(static_cast<std::size_t>(users * items));
  while (static_cast<Index>(data.ratings.size()) < ratings) {
    const Index user = by_user.draw(random), item = by_item.draw(random);
    char& cell = taken[user * items + item];
    if (cell != 0) continue;
    cell = 1;
    data.ratings.push_back(
        {.row = static_cast<int>(user),
         .col = static_cast<int>(item),
         .value = opinions.rating(user, item, kRatingNoise * random.gaussian())});
  }
  data.source = fmt::format("synthetic stand-in for MovieLens 100K, {} x {}, {} ratings, seed {}",
                            users, items, ratings, seed);
  return data;
}

RatedItems synthetic_movielens(std::uint64_t seed) {
  return synthetic_movielens(kUsers, kItems, kRatings, seed);
}

RatedItems movielens(const Settings& settings) {
  const auto file = data_file(settings, "movielens100k.csv");
  if (!file) {
    const Index divisor = settings.quick ? kQuickDivisor : 1;
    return synthetic_movielens(kUsers / divisor, kItems / divisor, kRatings / (divisor * divisor),
                               settings.seed);
  }
  data::Ratings read = data::read_ratings(*file);
  std::string source = fmt::format("MovieLens 100K, {} x {}, {} ratings", read.rows, read.cols,
                                   read.observations.size());
  return {.users = read.rows,
          .items = read.cols,
          .ratings = std::move(read.observations),
          .source = std::move(source),
          .is_real = true};
}

}  // namespace acgd::experiments
