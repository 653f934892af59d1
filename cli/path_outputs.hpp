#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/commands.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "report/path_report.hpp"

namespace acgd::cli {

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

}  // namespace acgd::cli
