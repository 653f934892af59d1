#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/objective.hpp"
#include "acgd/solve/result.hpp"
#include "problem/set_kinds.hpp"

namespace acgd::problem {

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
  /// Of completion; its number is Huber's rho, for huber too.
  std::optional<std::string> loss = {};
  Index dimension = 0;
};

/// Numbers with names, as in {"accuracy", 0.83}.
using Scores = std::vector<std::pair<std::string, double>>;

/// How well a solution does.
using Judge = std::function<Scores(const Result&)>;

/// Data that a run does not see.
struct HeldOut {
  std::filesystem::path data;
  /// A vector file. Absent: they are where those of a LIBSVM file or a table are.
  std::optional<std::filesystem::path> targets = {};
};

/// A function with what surrounds it.
struct LoadedObjective {
  std::shared_ptr<const Objective> f;
  Shape shape;
  std::string description;               ///< "1605 samples of 123 features, 22249 non-zeros"
  std::vector<std::string> header = {};  ///< of the file of the data; empty: it has none
  /// Reads data that the run does not see, and returns how well a solution does on it; empty where
  /// that has no meaning.
  std::function<Judge(const HeldOut&)> test = {};
  std::string targets =
      {};  ///< where they are from: "last column of a.npy"; empty if there are none
};

struct ObjectiveKind : Kind {
  std::vector<std::string> needs;  ///< names of the arguments that must be given
  std::vector<std::string> takes;  ///< names of those that may
  std::string formula;             ///< lines
  std::string example;             ///< arguments of `acgd solve` behind the objective
  /// `rest` is what was typed behind the name.
  std::function<LoadedObjective(const ObjectiveSource&, const std::optional<std::string>& rest)>
      load;
};

const std::vector<ObjectiveKind>& objective_kinds();

/// "size,age,price", cut off if there are many.
std::string shown_header(const std::vector<std::string>& names);

/// What the columns are called whose variables the objective has: none where the data has no
/// header, or no column a variable.
std::vector<std::string> variable_names(const LoadedObjective& objective);

/// Reads the data and makes the function. Throws InvalidInput if an argument is missing, one is
/// given that has no effect here, or the data is not what the function needs.
LoadedObjective load_objective(const ObjectiveSource& source);

}  // namespace acgd::problem
