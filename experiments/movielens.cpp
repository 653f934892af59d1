#include "experiments/movielens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/data_file.hpp"
#include "experiments/random.hpp"
#include "io/ratings.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kUsers = 943, kItems = 1682, kRatings = 100000;
constexpr Index kQuickDivisor = 3;  ///< of users and items, its square of ratings

constexpr double kMean = 3.5, kUserBias = 0.4, kItemBias = 0.5, kTaste = 0.6, kRatingNoise = 0.55;
constexpr Index kRank = 8;
/// How unequal users and items are: the spread of the logarithm of their popularity.
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

/// What a user would give an item.
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

RatedItems movielens_twin(Index users, Index items, Index ratings, std::uint64_t seed) {
  Random random("movielens twin", seed);
  const Popularity by_user(users, kUserSpread, random), by_item(items, kItemSpread, random);
  const Opinions opinions(users, items, random);
  RatedItems twin{.users = users, .items = items};
  std::vector<char> taken(static_cast<std::size_t>(users * items));
  while (static_cast<Index>(twin.ratings.size()) < ratings) {
    const Index user = by_user.draw(random), item = by_item.draw(random);
    char& cell = taken[static_cast<std::size_t>(user * items + item)];
    if (cell != 0) continue;
    cell = 1;
    twin.ratings.push_back(
        {.row = static_cast<int>(user),
         .col = static_cast<int>(item),
         .value = opinions.rating(user, item, kRatingNoise * random.gaussian())});
  }
  twin.source = fmt::format("synthetic twin of MovieLens 100K, {} x {}, {} ratings, seed {}", users,
                            items, ratings, seed);
  return twin;
}

RatedItems movielens_twin(std::uint64_t seed) {
  return movielens_twin(kUsers, kItems, kRatings, seed);
}

RatedItems movielens(const Settings& settings) {
  const auto file = data_file(settings, "movielens100k.csv");
  if (!file) {
    const Index divisor = settings.quick ? kQuickDivisor : 1;
    return movielens_twin(kUsers / divisor, kItems / divisor, kRatings / (divisor * divisor),
                          settings.seed);
  }
  io::Ratings read = io::read_ratings(*file);
  std::string source = fmt::format("MovieLens 100K, {} x {}, {} ratings", read.rows, read.cols,
                                   read.observations.size());
  return {.users = read.rows,
          .items = read.cols,
          .ratings = std::move(read.observations),
          .source = std::move(source),
          .is_real = true};
}

}  // namespace acgd::experiments
