#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/fit/completion.hpp"
#include "acgd/fit/path.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/solve/result.hpp"
#include "app/data/csv.hpp"
#include "app/data/samples.hpp"
#include "app/data/specification.hpp"
#include "app/spec/parameters.hpp"
#include "app/spec/sets.hpp"

namespace acgd::spec {

/// Positions and capacities of the roads of a network.
struct RoadMap {
  Network network;
  std::vector<double> x, y;      ///< of the nodes
  std::vector<double> capacity;  ///< of the links; 0 where flow does not slow down
};

/// Costs of roads beside the travel time.
struct TrafficFactors {
  std::optional<double> toll_factor = {};
  std::optional<double> distance_factor = {};

  Description describe() {
    return {{"toll_factor", toll_factor, range::non_negative,
             "of traffic: the time that a unit of toll is worth", "0"},
            {"distance_factor", distance_factor, range::non_negative,
             "of traffic: the time that a unit of length is worth", "0"}};
  }
};

/// The user's arguments for an objective.
struct ObjectiveSource {
  std::string name;  ///< with parameters behind colons: "least-squares:route=gram-matrix"
  std::optional<std::filesystem::path> data = {};
  std::optional<std::filesystem::path> targets = {};
  std::optional<std::filesystem::path> q = {};
  std::optional<std::filesystem::path> b = {};
  std::string format = {};  ///< of the data; empty: by the file name
  std::string labels = "auto";
  Index features = 0;
  SampleChoices samples = {};
  double ridge = 0;  ///< of samples: this / 2 ||x||^2 is added
  /// Of completion and huber: "squared" or "huber:RHO".
  std::optional<std::string> loss = {};
  bool biases = false;  ///< of completion: fitted and subtracted first
  Index dimension = 0;
  std::optional<std::filesystem::path> network = {};
  std::optional<std::filesystem::path> trips = {};
  std::optional<std::filesystem::path> nodes = {};  ///< positions of the nodes
  TrafficFactors factors = {};
  std::shared_ptr<const Team> team = alone();  ///< the ranks that share the data
};

using acgd::Scores;

/// Scores of a solution.
using Evaluate = std::function<Scores(const Result&)>;

/// A number of a solution beside value and gap.
struct Fact {
  std::string name;   ///< in JSON: "relative_gap"
  std::string label;  ///< in a summary: "relative gap"
  double value = 0;
  std::string note;  ///< printed after the number
};

using Facts = std::vector<Fact>;

/// Held-out data.
struct HeldOut {
  std::filesystem::path data;
  /// A vector file. Absent: the targets are part of the LIBSVM file or table.
  std::optional<std::filesystem::path> targets = {};
  /// Receives a sentence for each omission.
  std::function<void(const std::string&)> tell = {};
};

/// An objective with its data.
struct LoadedObjective {
  std::shared_ptr<const Objective> f;
  Shape shape;
  std::string description;               ///< "1605 samples of 123 features, 22249 non-zeros"
  std::vector<std::string> header = {};  ///< of the data file; empty: none
  /// The sum in f, with the parameters as typed: "mean over the ratings"; empty: none.
  std::string total = {};
  std::string formula = {};  ///< with these parameters; empty: that of the kind
  /// Reads held-out data and returns a function that scores solutions on it; empty if the objective
  /// predicts nothing.
  std::function<Evaluate(const HeldOut&)> test = {};
  std::string targets = {};  ///< their source: "last column of a.npy"; empty if there are none
  /// The set, if the data determine it: then the user gives none.
  std::shared_ptr<const Oracle> set = {};
  /// Other numbers of a solution; empty: none.
  std::function<Facts(const Result&)> facts = {};
  /// A solution as a table with column names; empty if it is a vector or a matrix.
  std::function<data::CsvTable(const Result&)> table = {};
  /// If the variables are roads with known positions.
  std::shared_ptr<const RoadMap> map = {};
  /// Of completion: a solution as a model; the caller sets `set`.
  std::function<CompletionModel(const Result&)> completion = {};
  /// Of a loss of samples: their preprocessing.
  std::optional<SampleSummary> samples = {};
  /// Factors from coefficients in the units of the data to variables; empty: 1.
  Vector scale = {};
  /// Of a loss of samples: a solution as a model in the units of the data; the caller sets `set`.
  std::function<LinearModel(const Result&)> model = {};
};

struct ObjectiveKind : Kind {
  std::vector<std::string> needs;  ///< names of the required arguments
  std::vector<std::string> takes;  ///< names of the optional ones
  std::string formula;             ///< lines
  std::string example;             ///< arguments of `acgd solve` behind the objective
  bool has_set = false;            ///< the data determine the set
  /// `rest` is the text after the name.
  std::function<LoadedObjective(const ObjectiveSource&, const std::optional<std::string>& rest)>
      load;
};

const std::vector<ObjectiveKind>& objective_kinds();

/// Whether the data of this objective determine the set.
bool has_set(const ObjectiveSource& source);

/// "size,age,price", cut off if there are many.
std::string shown_header(const std::vector<std::string>& names);

/// Column names of the variables; none if the data has no header or variables are not columns.
std::vector<std::string> variable_names(const LoadedObjective& objective);

/// Throws InvalidInput if an argument is missing, or one has no effect for this objective.
void check_arguments(const ObjectiveSource& source);

/// "mean over the samples" or "sum over the samples", by the scaling or by the formula.
std::string total_words(Scaling scaling, std::string_view formula, std::string_view of);

/// Reads the data and makes the objective. Throws InvalidInput if an argument is missing or has no
/// effect, or if the data is invalid for the objective.
LoadedObjective load_objective(const ObjectiveSource& source);

// The rows of the table of objectives.

std::vector<ObjectiveKind> sample_objectives();   ///< losses of samples: a matrix and its targets
std::vector<ObjectiveKind> matrix_objectives();   ///< made of one matrix
std::vector<ObjectiveKind> network_objectives();  ///< of flows in a network

/// The tool's description of an objective beside that of its header.
struct ObjectiveArguments {
  std::string arguments;                ///< as in lists: "--Q FILE [--b FILE]"
  std::vector<std::string> needs;       ///< names of the required arguments
  std::vector<std::string> takes = {};  ///< names of the optional ones
  std::string example;                  ///< arguments of `acgd solve` behind the objective
  bool has_set = false;                 ///< the data determine the set
};

/// For an objective without parameters.
struct NoParameters {
  Description describe() { return {}; }
};

/// A row: name, sentence and formula are those of `Named`; `load` receives the parameters typed
/// after the name.
template <class Named, class Parameters, class Load>
ObjectiveKind objective_kind(const ObjectiveArguments& tool, Load load) {
  const std::string name(Named::name);
  ObjectiveKind kind{{name, name + " " + tool.arguments, std::string(Named::sentence)},
                     tool.needs,
                     tool.takes,
                     std::string(Named::formula),
                     tool.example,
                     tool.has_set,
                     nullptr};
  Parameters defaults;
  for (const Parameter& parameter : defaults.describe()) {
    kind.parameters.emplace_back(parameter.name, summary(parameter, true));
  }
  kind.load = [name, load](const ObjectiveSource& source, const std::optional<std::string>& rest) {
    static_cast<void>(rest);
    Parameters parameters;
    Description description = parameters.describe();
    read_parameters({.argument = "objective", .name = name, .syntax = name}, source.name,
                    description);
    return load(source, parameters);
  };
  return kind;
}

/// The source of the samples of a loss with targets of this kind. Throws InvalidInput.
DataSource samples_source(const ObjectiveSource& source, TargetKind kind);

/// ", and a ridge of 0.5"; empty for 0.
std::string ridge_words(double ridge);

/// The number after the colon of "huber:1"; throws InvalidInput for another loss.
double huber_parameter(const std::string& loss);
/// Throws InvalidInput: the loss is given both by --loss and after the name of the objective.
[[noreturn]] void refuse_second_loss();

}  // namespace acgd::spec
