#include "problem/objective_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/objective/test_functions.hpp"
#include "io/limits.hpp"
#include "problem/models.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// A function of a formula: nothing but its dimension has to be known.
template <class Function>
ObjectiveKind formula() {
  return objective_kind<Function, NoParameters>(
      {.arguments = "--dim N", .needs = {"dim"}, .example = "--dim 10 --set box:-2:2"},
      [](const ObjectiveSource& source, const NoParameters&) {
        return LoadedObjective{.f = std::make_shared<const Function>(source.dimension),
                               .shape = {.dimension = source.dimension},
                               .description = fmt::format("{} variables", source.dimension)};
      });
}

std::vector<ObjectiveKind> formulas() {
  return {formula<Rosenbrock>(), formula<Levy>(), formula<LevyTextbook>(), formula<Zakharov>(),
          formula<SumOfSquares>()};
}

std::vector<std::string> given(const ObjectiveSource& source) {
  const ObjectiveSource nothing;
  std::vector<std::string> names;
  const auto note = [&](const char* name, bool said) {
    if (said) names.emplace_back(name);
  };
  note("data", source.data.has_value());
  note("targets", source.targets.has_value());
  note("Q", source.q.has_value());
  note("b", source.b.has_value());
  note("format", !source.format.empty());
  note("labels", source.labels != nothing.labels);
  note("features", source.features != 0);
  note("target-column", !source.samples.target_column.empty());
  note("weights", !source.samples.weights.empty());
  note("class-weights", !source.samples.class_weights.empty());
  note("missing", source.samples.missing != nothing.samples.missing);
  note("intercept", source.samples.intercept);
  note("standardize", source.samples.standardize);
  note("shards", source.samples.shards != 0);
  note("ridge", source.ridge != 0);
  note("loss", source.loss.has_value());
  note("biases", source.biases);
  note("dim", source.dimension != 0);
  note("network", source.network.has_value());
  note("trips", source.trips.has_value());
  note("nodes", source.nodes.has_value());
  note("toll-factor", source.factors.toll_factor.has_value());
  note("distance-factor", source.factors.distance_factor.has_value());
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const std::vector<ObjectiveKind>& objective_kinds() {
  static const std::vector<ObjectiveKind> kinds = [] {
    std::vector<ObjectiveKind> all;
    for (const auto& list :
         {sample_objectives(), matrix_objectives(), network_objectives(), formulas()}) {
      all.insert(all.end(), list.begin(), list.end());
    }
    return all;
  }();
  return kinds;
}

bool has_set(const ObjectiveSource& source) {
  return find_kind("objective", split_name(source.name).name, objective_kinds()).has_set;
}

std::string shown_header(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  const auto shown = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most));
  std::string text = fmt::format("{}", fmt::join(names.begin(), shown, ","));
  if (names.size() > most) text += fmt::format(",... ({} columns)", names.size());
  return text;
}

std::vector<std::string> variable_names(const LoadedObjective& objective) {
  const auto count = static_cast<std::size_t>(objective.shape.dimension);
  const std::vector<std::string>& header = objective.header;
  if (objective.samples && objective.shape.rows == 0) return objective.samples->layout.columns;
  if (objective.samples) return {};
  if (objective.shape.rows != 0 || header.size() < count || header.size() > count + 1) return {};
  return {header.begin(), header.begin() + objective.shape.dimension};
}

void check_arguments(const ObjectiveSource& source) {
  double ridge = source.ridge;
  validate(Description{ridge_parameter(ridge)});
  const ObjectiveKind& kind =
      find_kind("objective", split_name(source.name).name, objective_kinds());
  const std::vector<std::string> said = given(source);
  for (const std::string& needed : kind.needs) {
    if (!contains(said, needed)) {
      throw InvalidInput(fmt::format("{}: the objective {} needs it", needed, kind.name));
    }
  }
  for (const std::string& one : said) {
    if (!contains(kind.needs, one) && !contains(kind.takes, one)) {
      throw InvalidInput(fmt::format("{}: not used by the objective {}", one, kind.name));
    }
  }
}

std::string total_words(Scaling scaling, std::string_view formula, std::string_view of) {
  const bool is_mean = scaling == Scaling::automatic ? formula.find("mean over") != formula.npos
                                                     : scaling == Scaling::mean;
  return fmt::format("{} over the {}", is_mean ? "mean" : "sum", of);
}

LoadedObjective load_objective(const ObjectiveSource& source) {
  const auto [name, rest] = split_name(source.name);
  const ObjectiveKind& kind = find_kind("objective", name, objective_kinds());
  check_arguments(source);
  if (source.dimension > io::kMaxDimension) {
    throw InvalidInput(
        fmt::format("dim = {}: must be at most {}", source.dimension, io::kMaxDimension));
  }
  LoadedObjective loaded = kind.load(source, rest);
  if (loaded.formula.empty()) loaded.formula = kind.formula;
  loaded.formula = loaded.formula.substr(0, loaded.formula.find(';'));
  if (const auto mean = loaded.formula.find("mean over");
      loaded.total.starts_with("sum") && mean != std::string::npos) {
    loaded.formula.replace(mean, 4, "sum");
  }
  if (!loaded.header.empty()) {
    loaded.description += "; header: " + shown_header(loaded.header);
  }
  return loaded;
}

}  // namespace acgd::problem
