#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "acgd/fit/completion.hpp"
#include "acgd/fit/path.hpp"
#include "app/commands/arguments.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/outputs.hpp"
#include "app/report/path_report.hpp"

namespace acgd::cli {

/// Which radii a path has, how they are evaluated, and which of them is taken.
struct PathArguments {
  std::string radii = "auto";
  std::optional<std::uint64_t> folds;  ///< 5 unless given
  std::uint64_t seed = PathOptions().seed;
  std::string choose = "best";

  void add_to(Arguments& arguments);
  /// Throws InvalidInput for what makes no sense.
  void check() const;
  /// The same for a path of ratings, of which one part is held out.
  void check_for_ratings() const;
  Index fold_count() const;
  /// Fills in what is said here.
  void set(PathOptions& options) const;
  /// The position of the fit that is taken: without folds the last one.
  Index chosen(const Path& path) const;
};

/// The radii that a text says: "0.1:10:20" is 20 of them, each the same multiple of the one before;
/// none for "auto", whose number may be behind a colon. Throws InvalidInput.
struct Radii {
  std::vector<double> list = {};
  Index count = PathOptions().count;
};
Radii to_radii(const std::string& argument, const std::string& text);

/// Where a path and its model go.
struct PathOutputs {
  OutputPath model, result, report, svg;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;
  /// Throws InvalidInput if they cannot be written.
  void check() const;

  /// Writes what was asked for; what was typed, the version, machine and date are filled in. Returns
  /// what the shell is told, which is `code` unless something could not be written.
  int write(const Context& context, const std::function<std::string()>& model_json,
            nlohmann::ordered_json json, report::PathReport& page, int code) const;

  /// Names of all that was written.
  std::vector<std::string> written() const;
};

/// A path of completions of a matrix of ratings, and what it takes to tell of it.
struct ReportedRatings {
  const CompletionPath& path;
  std::string data;          ///< the file
  std::uint64_t seed = 0;    ///< of what was held out
  double validation = 0;     ///< the share of it
  bool found_radii = false;  ///< nobody said which
};

/// The page, and what is printed.
report::PathReport to_report(const ReportedRatings& told);

/// Everything about each fit.
nlohmann::ordered_json to_json(const ReportedRatings& told);

}  // namespace acgd::cli
