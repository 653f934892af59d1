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
#include "app/data/words.hpp"
#include "app/spec/parameters.hpp"
#include "app/spec/sets.hpp"

namespace acgd::problem {

/// Where the roads of a network are, and how much they are made for.
struct RoadMap {
  Network network;
  std::vector<double> x, y;      ///< of the nodes
  std::vector<double> capacity;  ///< of the links; 0 where flow does not slow down
};

/// What counts beside the time on the roads of a network.
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

/// What a user says about the function.
struct ObjectiveSource {
  std::string name;  ///< with parameters behind colons: "least-squares:route=gram-matrix"
  std::optional<std::filesystem::path> data = {};
  std::optional<std::filesystem::path> targets = {};
  std::optional<std::filesystem::path> q = {};
  std::optional<std::filesystem::path> b = {};
  std::string format = {};  ///< of the data; empty: its name says
  std::string labels = "auto";
  Index features = 0;
  SampleChoices samples = {};
  double ridge = 0;  ///< of samples: this / 2 ||x||^2 is added
  /// Of completion; its number is Huber's rho, for huber too.
  std::optional<std::string> loss = {};
  bool biases = false;  ///< of completion: fitted and subtracted first
  Index dimension = 0;
  std::optional<std::filesystem::path> network = {};
  std::optional<std::filesystem::path> trips = {};
  std::optional<std::filesystem::path> nodes = {};  ///< where they are on a map
  TrafficFactors factors = {};
  std::shared_ptr<const Team> team = alone();  ///< the ranks that share the data
};

using acgd::Scores;

/// How well a solution does.
using Evaluate = std::function<Scores(const Result&)>;

/// A number that is known of a solution beside value and gap.
struct Fact {
  std::string name;   ///< as in JSON: "relative_gap"
  std::string label;  ///< as in a summary: "relative gap"
  double value = 0;
  std::string note;  ///< what stands behind the number
};

using Facts = std::vector<Fact>;

/// Data that a run does not see.
struct HeldOut {
  std::filesystem::path data;
  /// A vector file. Absent: they are where those of a LIBSVM file or a table are.
  std::optional<std::filesystem::path> targets = {};
  /// Hears what was passed over, a sentence each.
  std::function<void(const std::string&)> tell = {};
};

/// A function with what surrounds it.
struct LoadedObjective {
  std::shared_ptr<const Objective> f;
  Shape shape;
  std::string description;               ///< "1605 samples of 123 features, 22249 non-zeros"
  std::vector<std::string> header = {};  ///< of the file of the data; empty: it has none
  /// What f adds up, with the parameters that were typed: "mean over the ratings"; empty: nothing.
  std::string total = {};
  std::string formula = {};  ///< with these parameters; empty: that of the kind
  /// Reads data that the run does not see, and returns how well a solution does on it; empty where
  /// that has no meaning.
  std::function<Evaluate(const HeldOut&)> test = {};
  std::string targets =
      {};  ///< where they are from: "last column of a.npy"; empty if there are none
  /// The set, where it follows from the data: then none is typed.
  std::shared_ptr<const Oracle> set = {};
  /// What else is known of a solution; empty where there is nothing.
  std::function<Facts(const Result&)> facts = {};
  /// A solution as a table with names of columns; empty where it is a vector or a matrix.
  std::function<io::CsvTable(const Result&)> table = {};
  /// Where the variables are roads, and it is known where they lie.
  std::shared_ptr<const RoadMap> map = {};
  /// Of completion: a solution as a model; the caller says over which set.
  std::function<CompletionModel(const Result&)> completion = {};
  /// Of an objective that is made of samples: what was done to them.
  std::optional<SampleSummary> samples = {};
  /// What coefficients in the units of the data are multiplied by to be variables; empty: 1.
  Vector scale = {};
  /// A solution as a model of such samples, in the units of the data; the caller says over which
  /// set.
  std::function<LinearModel(const Result&)> model = {};
};

struct ObjectiveKind : Kind {
  std::vector<std::string> needs;  ///< names of the arguments that must be given
  std::vector<std::string> takes;  ///< names of those that may
  std::string formula;             ///< lines
  std::string example;             ///< arguments of `acgd solve` behind the objective
  bool has_set = false;            ///< that follows from its data
  /// `rest` is what was typed behind the name.
  std::function<LoadedObjective(const ObjectiveSource&, const std::optional<std::string>& rest)>
      load;
};

const std::vector<ObjectiveKind>& objective_kinds();

/// Whether the set follows from the data of this objective.
bool has_set(const ObjectiveSource& source);

/// "size,age,price", cut off if there are many.
std::string shown_header(const std::vector<std::string>& names);

/// What the columns are called whose variables the objective has: none where the data has no
/// header, or no column a variable.
std::vector<std::string> variable_names(const LoadedObjective& objective);

/// Throws InvalidInput if an argument is missing, or one is given that has no effect here.
void check_arguments(const ObjectiveSource& source);

/// "mean over the samples" or "sum over the samples": as was typed, or as the formula has it.
std::string total_words(Scaling scaling, std::string_view formula, std::string_view of);

/// Reads the data and makes the function. Throws InvalidInput if an argument is missing, one is
/// given that has no effect here, or the data is not what the function needs.
LoadedObjective load_objective(const ObjectiveSource& source);

/// The rows of the table of objectives.

std::vector<ObjectiveKind> sample_objectives();   ///< losses of samples: a matrix and its targets
std::vector<ObjectiveKind> matrix_objectives();   ///< made of one matrix
std::vector<ObjectiveKind> network_objectives();  ///< of flows in a network

/// What the tool has to know of an objective beside what its own header says.
struct ObjectiveArguments {
  std::string arguments;                ///< as lists show them: "--Q FILE [--b FILE]"
  std::vector<std::string> needs;       ///< names of the arguments that must be given
  std::vector<std::string> takes = {};  ///< names of those that may
  std::string example;                  ///< arguments of `acgd solve` behind the objective
  bool has_set = false;                 ///< that follows from its data
};

/// Of an objective that has none.
struct NoParameters {
  Description describe() { return {}; }
};

/// A row: name, sentence and formula are those of `Named`; `load` gets the parameters that were
/// typed behind the name.
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
    kind.parameters.emplace_back(parameter.name, told(parameter, true));
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

/// What a user says about the samples of a loss with targets of this kind. Throws InvalidInput.
DataSource samples_source(const ObjectiveSource& source, TargetKind kind);

/// What a description of samples says of it: ", and a ridge of 0.5"; nothing if there is none.
std::string ridge_words(double ridge);

/// The number after the colon of "huber:1"; throws InvalidInput if the loss is another one.
double huber_parameter(const std::string& loss);
/// Throws InvalidInput: what --loss says was typed behind the name of the objective, too.
[[noreturn]] void refuse_second_loss();

}  // namespace acgd::problem
