#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/fit/completion.hpp"
#include "app/data/csv.hpp"
#include "app/data/ratings.hpp"
#include "app/spec/model_file.hpp"
#include "app/spec/objectives.hpp"

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

/// Models of ratings, as files. Numbers are read back to the same bits.

/// A key a line:
///
///     "acgd", "version"           of the program, of the layout (1)
///     "kind"                      "completion"
///     "objective", "set"          as they are typed
///     "users", "items", "rank"    how many
///     "first_user", "first_item"  0 or 1: what the first ones are called
///     "mean"
///     "user_biases"               a number a user; absent: 0
///     "item_biases"               a number an item; absent: 0
///     "user_factors"              a list of `rank` numbers a user
///     "item_factors"              the same for an item
///     "range"                     the lowest and the highest rating, to which predictions are
///                                 clipped; absent, as in older files: they are not
///     "rated"                     a list a user: the items it has rated, ascending
///     "scores", "value", "gap"
///
/// A prediction is mean + user bias + item bias + user factors times item factors, clipped.
std::string to_json(const CompletionModel& model);

/// Whether or not its predictions are clipped. Throws InvalidInput, naming the key, unless the
/// document is as to_json() writes it.
CompletionModel to_completion_model(const ModelDocument& document, bool clip = true);

}  // namespace acgd::problem
