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

namespace acgd::commands {

/// Arguments of a path: its radii, folds, and how one of the radii is chosen.
struct PathArguments {
  std::string radii = "auto";
  std::string lambdas;                 ///< in place of radii
  std::optional<std::uint64_t> folds;  ///< 5 unless given
  std::uint64_t seed = PathOptions().seed;
  std::string choose = "best";

  void add_to(Arguments& arguments);
  /// Throws InvalidInput for invalid values.
  void check() const;
  /// The same for a path of ratings, which holds out one part of them.
  void check_for_ratings() const;
  Index fold_count() const;
  /// Sets the options of these arguments.
  void set(PathOptions& options) const;
  /// The index of the chosen fit; without folds the last one.
  Index chosen(const Path& path) const;
};

/// Parses radii: "0.1:10:20" is a geometric grid of 20 radii; "auto" and "auto:COUNT" give no list
/// but a maximum number. Throws InvalidInput.
struct Radii {
  std::vector<double> list = {};
  Index count = PathOptions().count;
};
Radii to_radii(const std::string& argument, const std::string& text);
/// The same for lambdas, in descending order.
Radii to_lambdas(const std::string& argument, const std::string& text);

/// Output files of a path.
struct PathOutputs {
  OutputPath model, result, report, svg;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;
  /// Throws InvalidInput if they cannot be written.
  void check() const;

  /// Writes the files, with command line, version, machine and date. Returns the exit code: `code`
  /// unless a file could not be written.
  int write(const Context& context, const std::function<std::string()>& model_json,
            nlohmann::ordered_json json, report::PathReport& page, int code) const;

  /// Names of the files.
  std::vector<std::string> written() const;
};

/// A path of completions of a matrix of ratings, with what its report needs.
struct ReportedRatings {
  const CompletionPath& path;
  std::string data;          ///< the file
  std::uint64_t seed = 0;    ///< of the held-out part
  double validation = 0;     ///< fraction held out
  bool found_radii = false;  ///< the radii are automatic
};

/// The page and the printed summary.
report::PathReport to_report(const ReportedRatings& reported);

/// All numbers of each fit.
nlohmann::ordered_json to_json(const ReportedRatings& reported);

}  // namespace acgd::commands
