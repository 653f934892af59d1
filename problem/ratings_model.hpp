#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/fit/completion.hpp"
#include "io/csv.hpp"
#include "io/ratings.hpp"
#include "problem/objective_kinds.hpp"

/// From ratings to models, and from models to predictions. Users and items are called as their file
/// calls them.
namespace acgd::problem {

/// Ratings, and what is made of them.
struct LoadedRatings {
  ObservedMatrix seen;
  Index first_user = 1;
  Index first_item = 1;
  double lowest = 0, highest = 0;   ///< rating of all ranks
  std::string description;          ///< "100000 ratings of a 943 x 1682 matrix"
  std::vector<std::string> header;  ///< empty: the file has none
};

/// Those that this rank of a team has read, a slice of the file; numbers of users and items are of all.
LoadedRatings load_ratings(const std::filesystem::path& file, const Team& team = *alone());

/// The loss that was typed: parameters behind the name of the objective, and --loss, which says the
/// same. `otherwise` is what it is if neither does. Throws InvalidInput.
CompletionOptions completion_options(const ObjectiveSource& source, CompletionOptions otherwise);

/// A path of radii for the ratings of source.data, biases first; the loss is squared unless the
/// source says another one. The model of the path knows how the file calls users and items. Throws
/// InvalidInput for bad input, FileError for files that cannot be read.
CompletionPath fit_ratings(const ObjectiveSource& source, CompletionPathOptions options = {});

struct PredictedPairs {
  io::CsvTable table;  ///< columns user, item, prediction
  std::string note;    ///< how many users or items had no ratings; empty if all had some
};

/// What a model says of the pairs of user and item in a file.
PredictedPairs predict_pairs(const CompletionModel& model, const std::filesystem::path& file);

/// The items with the highest predictions for a user, best first, without those it has rated:
/// columns item, prediction. Throws InvalidInput for a user that the model does not know.
io::CsvTable recommend(const CompletionModel& model, Index user, Index top,
                       bool with_rated = false);

}  // namespace acgd::problem
