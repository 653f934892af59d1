#include "app/spec/ratings_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/limits.hpp"
#include "app/spec/objectives.hpp"
#include "app/spec/parameters.hpp"

namespace acgd::spec {

namespace {

/// The range of numbers over all ranks.
data::IdRange merged(const Team& team, Index first, Index count) {
  const std::vector<Index> firsts = gather_numbers(team, first);
  const std::vector<Index> counts = gather_numbers(team, count);
  data::IdRange all;
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    all = all.merged_with({.first = firsts[k], .count = counts[k]});
  }
  return all;
}

/// The lowest and the highest value on all ranks.
std::pair<double, double> merged_range(const Team& team, const std::vector<Observation>& own) {
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

/// A slice for each rank; files that cannot be sliced are read by rank 0.
data::Ratings read_share(const std::filesystem::path& file, const Team& team) {
  if (team.size() == 1) return data::read_ratings(file);
  data::Ratings ratings;
  together(team, [&] {
    if (data::is_sliceable(file)) {
      ratings = data::read_ratings(file, {.part = team.rank(), .parts = team.size()});
    } else if (team.rank() == 0) {
      ratings = data::read_ratings(file);
    }
  });
  const data::IdRange users = merged(team, ratings.first_row, ratings.rows);
  const data::IdRange items = merged(team, ratings.first_col, ratings.cols);
  const auto own = static_cast<Index>(ratings.observations.size());
  data::check_ids(file, users, items, add_numbers(team, {own})[0]);
  data::renumber(ratings, users, items);
  return ratings;
}

}  // namespace

LoadedRatings load_ratings(const std::filesystem::path& file, const Team& team) {
  data::Ratings ratings = read_share(file, team);
  const auto own = static_cast<Index>(ratings.observations.size());
  std::string description = fmt::format("{} ratings of a {} x {} matrix",
                                        add_numbers(team, {own})[0], ratings.rows, ratings.cols);
  const auto [lowest, highest] = merged_range(team, ratings.observations);
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
    typed.loss = *source.loss == "squared"    ? CompletionLoss::squared
                 : *source.loss == "logistic" ? CompletionLoss::logistic
                                              : CompletionLoss::huber;
    if (typed.loss == CompletionLoss::huber) typed.rho = huber_parameter(*source.loss);
    return typed;
  }
  return split_name(source.name).rest ? typed : otherwise;
}

CompletionPath fit_ratings(const ObjectiveSource& source, CompletionPathOptions options) {
  if (!source.data) throw InvalidInput("data", "the objective completion needs it");
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
  const std::vector<data::Pair> pairs = data::read_pairs(file);
  const std::vector<bool> items = model.seen.anywhere(model.cols());
  data::CsvTable table{{"user", "item", "prediction"}, Matrix(pairs.size(), 3)};
  Index k = 0, unknown = 0;
  for (const auto& [user, item] : pairs) {
    const Index row = user - model.first_row, col = item - model.first_col;
    const bool has_item = col >= 0 && col < model.cols() && items[col];
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

data::CsvTable recommend(const CompletionModel& model, Index user, Index top, bool with_rated) {
  const Index row = user - model.first_row;
  if (row < 0 || row >= model.rows()) {
    throw InvalidInput("user", user,
                       fmt::format("must be a user of the model, {} to {}", model.first_row,
                                   model.first_row + model.rows() - 1));
  }
  const std::vector<Recommendation> best = model.recommend(row, top, with_rated);
  data::CsvTable table{{"item", "prediction"}, Matrix(best.size(), 2)};
  for (Index k = 0; k < table.values.rows(); ++k) {
    const auto& [col, prediction] = best[k];
    table.values.row(k) << static_cast<double>(col + model.first_col), prediction;
  }
  return table;
}

namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr const char* kKind = "completion";

Ordered number_list(const Vector& values) {
  return std::vector<double>(values.begin(), values.end());
}

Ordered row_lists(const Matrix& values) {
  Ordered rows = Ordered::array();
  for (Index i = 0; i < values.rows(); ++i) rows.push_back(number_list(values.row(i)));
  return rows;
}

Ordered rated_lists(const CompletionModel& model) {
  Ordered rows = Ordered::array();
  for (Index i = 0; i < model.rows(); ++i) {
    Ordered row = Ordered::array();
    for (const int col : model.seen.of(i)) row.push_back(col + model.first_col);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// A list of `size` lists.
const Json& lists(const ModelDocument& document, const std::string& key, Index size) {
  const Json& list = document.at(key);
  if (!list.is_array() || static_cast<Index>(list.size()) != size) {
    document.refuse(key, fmt::format("must be a list of {} lists", size));
  }
  return list;
}

Matrix factors(const ModelDocument& document, const std::string& key, Index rows, Index rank) {
  const Json& list = lists(document, key, rows);
  Matrix values(rows, rank);
  for (Index i = 0; i < rows; ++i) {
    values.row(i) = document.vector(key, &list[i], rank);
  }
  return values;
}

Index first_id(const ModelDocument& document, const std::string& key) {
  const Json& value = document.at(key);
  if (value != 0 && value != 1) document.refuse(key, "must be 0 or 1");
  return value.get<Index>();
}

SeenColumns rated(const ModelDocument& document, Index users, Index items, Index first_item) {
  const std::string key = "rated";
  std::vector<std::vector<int>> rows;
  for (const Json& list : lists(document, key, users)) {
    std::vector<int>& row = rows.emplace_back();
    if (!list.is_array()) document.refuse(key, fmt::format("must be a list of {} lists", users));
    for (const Json& item : list) {
      if (!item.is_number_integer())
        document.refuse(key, "must have numbers of items in its lists");
      const auto number = item.get<std::int64_t>() - first_item;
      const int least = row.empty() ? 0 : row.back() + 1;
      if (number < least || number >= items) {
        document.refuse(key, fmt::format("item {}: items must ascend, from {} to {}", item.dump(),
                                         first_item, items - 1 + first_item));
      }
      row.push_back(static_cast<int>(number));
    }
  }
  return SeenColumns(rows, items);
}

}  // namespace

std::string to_json(const CompletionModel& model) {
  Ordered json = ModelDocument::begin(kKind);
  json["objective"] = model.objective;
  json["set"] = model.set;
  json["users"] = model.rows();
  json["items"] = model.cols();
  json["rank"] = model.factors.rank();
  json["first_user"] = model.first_row;
  json["first_item"] = model.first_col;
  json["mean"] = model.biases.mean;
  if (model.biases.row.size() > 0) json["user_biases"] = number_list(model.biases.row);
  if (model.biases.col.size() > 0) json["item_biases"] = number_list(model.biases.col);
  json["user_factors"] = row_lists(model.factors.left);
  json["item_factors"] = row_lists(model.factors.right);
  if (std::isfinite(model.lowest) && std::isfinite(model.highest)) {
    json["range"] = {model.lowest, model.highest};
  }
  json["rated"] = rated_lists(model);
  json["scores"] = Ordered::object();
  for (const auto& [name, score] : model.scores) json["scores"][name] = score;
  json["value"] = model.value;
  json["gap"] = model.gap;
  // One key per line; the default format has a line for each number.
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += fmt::format("{}\n  {}: {}", text.empty() ? "{" : ",", Ordered(key).dump(),
                        value.dump(-1, ' ', false, Ordered::error_handler_t::replace));
  }
  return text + "\n}\n";
}

CompletionModel to_completion_model(const ModelDocument& document, bool clip) {
  if (document.kind() != kKind) {
    document.refuse("kind",
                    fmt::format("{}: must be completion, a model of ratings", document.kind()));
  }
  CompletionModel model;
  model.objective = document.text("objective");
  model.set = document.text("set");
  const Index users = document.count("users", data::kMaxId + Index{1});
  const Index items = document.count("items", data::kMaxId + Index{1});
  const Json& rank = document.at("rank");
  if (!rank.is_number_unsigned() || rank.get<std::uint64_t>() > data::kMaxId) {
    document.refuse("rank", fmt::format("must be an integer from 0 to {}", data::kMaxId));
  }
  model.first_row = first_id(document, "first_user");
  model.first_col = first_id(document, "first_item");
  model.biases.mean = document.finite("mean", document.at("mean"));
  model.biases.row = document.vector("user_biases", document.find("user_biases"), users);
  model.biases.col = document.vector("item_biases", document.find("item_biases"), items);
  model.factors.left = factors(document, "user_factors", users, rank.get<Index>());
  model.factors.right = factors(document, "item_factors", items, rank.get<Index>());
  if (const Vector range = document.vector("range", document.find("range"), 2); range.size() > 0) {
    if (!(range[0] <= range[1]))
      document.refuse("range", "must be two numbers that do not descend");
    if (clip) model.lowest = range[0], model.highest = range[1];
  }
  model.seen = rated(document, users, items, model.first_col);
  model.scores = document.scores();
  model.value = document.number("value");
  model.gap = document.number("gap");
  return model;
}

}  // namespace acgd::spec
