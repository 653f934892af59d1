#pragma once

#include <string>
#include <vector>

#include "acgd/solve/result.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "problem/objective_kinds.hpp"

namespace acgd::cli {

/// Where --solution puts the point, in the form that the name asks for:
///
///   x.npy    NumPy's
///   x.csv    a table that --x0 reads: with names a header and one row, else a number a line
///   x.txt    a number a line; so does -, standard output
///   x.json   {"x": [...]}, with "names" where there are names
///
/// What is a table by itself, as the flows on roads are, goes into x.csv and x.json with its columns.
///
/// A low-rank matrix left right' goes into x.left.npy and x.right.npy (or .csv, .txt), one row of
/// the factor a line, and into one .json as "left" and "right".
class SolutionFile {
 public:
  explicit SolutionFile(OutputPath path) : path_(std::move(path)) {}

  /// Tells which files there may be. Throws InvalidInput if the name ends otherwise.
  void declare(Paths& paths) const;
  void check() const;

  explicit operator bool() const { return path_.has_value(); }
  /// Returns the names of the files it wrote.
  std::string write(const Result& result, const problem::LoadedObjective& objective) const;

 private:
  /// .npy, .csv, .txt or .json
  std::string ending() const;
  /// x.left.npy for "left"
  std::filesystem::path part(const char* name) const;

  OutputPath path_;
};

}  // namespace acgd::cli
