#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/fit/completion.hpp"
#include "acgd/fit/path.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/solve/result.hpp"
#include "io/csv.hpp"
#include "problem/road_map.hpp"
#include "problem/samples.hpp"
#include "problem/set_kinds.hpp"

namespace acgd::problem {

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
using Judge = std::function<Scores(const Result&)>;

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
  std::function<Judge(const HeldOut&)> test = {};
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

}  // namespace acgd::problem
