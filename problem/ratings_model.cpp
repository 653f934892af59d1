#include "problem/ratings_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "problem/models.hpp"
#include "problem/parameter_words.hpp"

namespace acgd::problem {

namespace {

/// What all ranks know together.
io::IdRange united(const Team& team, Index first, Index count) {
  const std::vector<Index> firsts = gather_numbers(team, first);
  const std::vector<Index> counts = gather_numbers(team, count);
  io::IdRange all;
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    all = all.united_with({.first = firsts[k], .count = counts[k]});
  }
  return all;
}

/// The lowest and the highest value on all ranks.
std::pair<double, double> united_range(const Team& team, const std::vector<Observation>& own) {
  std::pair all(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
  for (const Observation& o : own) {
    all = {std::min(all.first, o.value), std::max(all.second, o.value)};
  }
  for (const Index bits : gather_numbers(team, std::bit_cast<Index>(all.first))) {
    all.first = std::min(all.first, std::bit_cast<double>(bits));
  }
  for (const Index bits : gather_numbers(team, std::bit_cast<Index>(all.second))) {
    all.second = std::max(all.second, std::bit_cast<double>(bits));
  }
  return all;
}

/// A slice for each rank, or all for rank 0 where there are no slices.
io::Ratings read_share(const std::filesystem::path& file, const Team& team) {
  if (team.size() == 1) return io::read_ratings(file);
  io::Ratings ratings;
  together(team, [&] {
    if (io::is_sliceable(file)) {
      ratings = io::read_ratings(file, {.part = team.rank(), .parts = team.size()});
    } else if (team.rank() == 0) {
      ratings = io::read_ratings(file);
    }
  });
  const io::IdRange users = united(team, ratings.first_row, ratings.rows);
  const io::IdRange items = united(team, ratings.first_col, ratings.cols);
  const auto own = static_cast<Index>(ratings.observations.size());
  io::check_ids(file, users, items, add_numbers(team, {own})[0]);
  io::renumber(ratings, users, items);
  return ratings;
}

}  // namespace

LoadedRatings load_ratings(const std::filesystem::path& file, const Team& team) {
  io::Ratings ratings = read_share(file, team);
  const auto own = static_cast<Index>(ratings.observations.size());
  std::string description = fmt::format("{} ratings of a {} x {} matrix",
                                        add_numbers(team, {own})[0], ratings.rows, ratings.cols);
  const auto [lowest, highest] = united_range(team, ratings.observations);
  return {.seen = {ratings.rows, ratings.cols, std::move(ratings.observations)},
          .first_user = ratings.first_row,
          .first_item = ratings.first_col,
          .lowest = lowest,
          .highest = highest,
          .description = std::move(description),
          .header = std::move(ratings.header)};
}

CompletionOptions completion_options(const ObjectiveSource& source, CompletionOptions otherwise) {
  const CompletionOptions plain;
  CompletionOptions typed;
  const std::string name(MatrixCompletion::name);
  Description description = typed.describe();
  read_parameters({.argument = "objective", .name = name, .syntax = name}, source.name,
                  description);
  if (source.loss) {
    if (typed.loss != plain.loss || typed.rho != plain.rho) refuse_second_loss();
    typed.loss = *source.loss == "squared" ? CompletionLoss::squared : CompletionLoss::huber;
    if (typed.loss == CompletionLoss::huber) typed.rho = huber_parameter(*source.loss);
    return typed;
  }
  return split_name(source.name).rest ? typed : otherwise;
}

CompletionPath fit_ratings(const ObjectiveSource& source, CompletionPathOptions options) {
  if (!source.data) throw InvalidInput("data: the objective completion needs it");
  const LoadedRatings ratings = load_ratings(*source.data);
  options.fit.objective = completion_options(source, options.fit.objective);
  CompletionPath path = fit_completion_path(ratings.seen, options);
  CompletionModel& model = path.refit.model;
  model.objective = source.name;
  model.first_row = ratings.first_user;
  model.first_col = ratings.first_item;
  return path;
}

PredictedPairs predict_pairs(const CompletionModel& model, const std::filesystem::path& file) {
  const std::vector<io::Pair> pairs = io::read_pairs(file);
  const std::vector<bool> items = model.seen.anywhere(model.cols());
  io::CsvTable table{{"user", "item", "prediction"}, Matrix(pairs.size(), 3)};
  Index k = 0, unknown = 0;
  for (const auto& [user, item] : pairs) {
    const Index row = user - model.first_row, col = item - model.first_col;
    const bool has_item = col >= 0 && col < model.cols() && items[static_cast<std::size_t>(col)];
    if (!has_item || model.seen.of(row).empty()) ++unknown;
    table.values.row(k++) << static_cast<double>(user), static_cast<double>(item),
        model.predict(row, col);
  }
  std::string note;
  if (unknown > 0) {
    note = fmt::format(
        "{} of {} pairs have a user or an item without ratings in the training data: predicted "
        "from the mean and the biases alone",
        unknown, pairs.size());
  }
  return {std::move(table), std::move(note)};
}

io::CsvTable recommend(const CompletionModel& model, Index user, Index top, bool with_rated) {
  const Index row = user - model.first_row;
  if (row < 0 || row >= model.rows()) {
    throw InvalidInput(fmt::format("user = {}: must be a user of the model, {} to {}", user,
                                   model.first_row, model.first_row + model.rows() - 1));
  }
  const std::vector<Recommendation> best = model.recommend(row, top, with_rated);
  io::CsvTable table{{"item", "prediction"}, Matrix(best.size(), 2)};
  for (Index k = 0; k < table.values.rows(); ++k) {
    const auto& [col, prediction] = best[static_cast<std::size_t>(k)];
    table.values.row(k) << static_cast<double>(col + model.first_col), prediction;
  }
  return table;
}

}  // namespace acgd::problem
