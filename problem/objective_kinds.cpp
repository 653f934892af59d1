#include "problem/objective_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/levy.hpp"
#include "acgd/objective/levy_textbook.hpp"
#include "acgd/objective/rosenbrock.hpp"
#include "acgd/objective/sum_of_squares.hpp"
#include "acgd/objective/zakharov.hpp"
#include "io/limits.hpp"
#include "problem/models.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

const std::vector<std::string> kSampleArguments = {"targets", "features", "labels", "format"};

template <class Function>
ObjectiveKind formula(const std::string& name, const std::string& sentence) {
  return {{name, name + " --dim N", sentence}, {"dim"}, {}, [](const ObjectiveSource& source) {
            return LoadedObjective{.f = std::make_shared<const Function>(source.dimension),
                                   .shape = {.dimension = source.dimension},
                                   .description = fmt::format("{} variables", source.dimension)};
          }};
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
  note("loss", source.loss.has_value());
  note("dim", source.dimension != 0);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const std::vector<ObjectiveKind>& objective_kinds() {
  static const std::vector<ObjectiveKind> kinds = {
      {{"least-squares", "least-squares --data FILE [--targets FILE]", "||Ax - b||^2"},
       {"data"},
       kSampleArguments,
       load_least_squares},
      {{"logistic", "logistic --data FILE",
        "the mean of log(1 + exp(-label prediction)), labels -1 and +1"},
       {"data"},
       kSampleArguments,
       load_logistic},
      {{"sigmoid", "sigmoid --data FILE",
        "the mean of (sigmoid(prediction) - label)^2, not convex; two labels are taken as 0 and 1 "
        "unless --labels says otherwise"},
       {"data"},
       kSampleArguments,
       load_sigmoid},
      {{"huber", "huber --data FILE [--loss huber:RHO]",
        "robust regression: squares up to RHO, straight lines beyond"},
       {"data"},
       {"targets", "features", "labels", "loss", "format"},
       load_huber},
      {{"squared-hinge", "squared-hinge --data FILE",
        "a smooth support vector machine, labels -1 and +1"},
       {"data"},
       kSampleArguments,
       load_squared_hinge},
      {{"poisson", "poisson --data FILE", "the mean of exp(prediction) - count prediction"},
       {"data"},
       kSampleArguments,
       load_poisson},
      {{"quadratic", "quadratic --Q FILE [--b FILE]",
        "x'Qx / 2 + b'x, Q symmetric, definite or not"},
       {"Q"},
       {"b"},
       load_quadratic},
      {{"completion", "completion --data RATINGS [--loss huber:RHO|squared]",
        "a matrix seen at some of its entries; over the nuclear ball its iterates have low rank"},
       {"data"},
       {"loss"},
       load_completion},
      {{"matrix-balancing", "matrix-balancing --data FILE", "the sum of a_ij exp(x_i - x_j)"},
       {"data"},
       {"format"},
       load_matrix_balancing},
      formula<Rosenbrock>("rosenbrock", "Rosenbrock's curved valley, not convex"),
      formula<Levy>("levy",
                    "Levy's function with many local minima, each variable tied to the next"),
      formula<LevyTextbook>("levy-textbook", "Levy's function as textbooks have it: no such ties"),
      formula<Zakharov>("zakharov", "Zakharov's function, of degree four"),
      formula<SumOfSquares>("sum-of-squares",
                            "(x_1 - 3)^2 + sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2")};
  return kinds;
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
  // The target is in the last column, or in a file of its own.
  if (objective.shape.rows != 0 || header.size() < count || header.size() > count + 1) return {};
  return {header.begin(), header.begin() + objective.shape.dimension};
}

LoadedObjective load_objective(const ObjectiveSource& source) {
  const ObjectiveKind& kind = find_kind("objective", source.name, objective_kinds());
  const std::vector<std::string> said = given(source);
  for (const std::string& name : kind.needs) {
    if (!contains(said, name)) {
      throw InvalidInput(fmt::format("{}: the objective {} needs it", name, kind.name));
    }
  }
  for (const std::string& name : said) {
    if (!contains(kind.needs, name) && !contains(kind.takes, name)) {
      throw InvalidInput(fmt::format("{}: the objective {} takes none", name, kind.name));
    }
  }
  if (source.dimension > io::kMaxDimension) {
    throw InvalidInput(
        fmt::format("dim = {}: must be at most {}", source.dimension, io::kMaxDimension));
  }
  LoadedObjective loaded = kind.load(source);
  if (!loaded.header.empty()) {
    loaded.description += "; header: " + shown_header(loaded.header);
  }
  return loaded;
}

}  // namespace acgd::problem
