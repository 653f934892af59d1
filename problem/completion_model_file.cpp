#include "problem/completion_model_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"

namespace acgd::problem {
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
    values.row(i) = document.vector(key, &list[static_cast<std::size_t>(i)], rank);
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
  // A key a line: factors would be a page a user otherwise.
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
  const Index users = document.count("users", io::kMaxId + Index{1});
  const Index items = document.count("items", io::kMaxId + Index{1});
  const Json& rank = document.at("rank");
  if (!rank.is_number_unsigned() || rank.get<std::uint64_t>() > io::kMaxId) {
    document.refuse("rank", fmt::format("must be an integer from 0 to {}", io::kMaxId));
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
  if (const Json* scores = document.find_object("scores")) {
    for (const auto& [name, score] : scores->items()) {
      model.scores.emplace_back(name,
                                score.is_null() ? std::nan("") : document.finite(name, score));
    }
  }
  model.value = document.number("value");
  model.gap = document.number("gap");
  return model;
}

}  // namespace acgd::problem
