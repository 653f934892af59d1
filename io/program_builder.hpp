#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "acgd/oracle/polyhedra.hpp"
#include "io/text_input.hpp"

namespace acgd::io {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A linear program while it is read: rows and columns by name, in the order of the file. Columns
/// are between 0 and infinity until something else is said.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(const TextInput& input) : input_(input) {}

  std::optional<Index> find_row(std::string_view name) const { return find(rows_, name); }
  std::optional<Index> find_column(std::string_view name) const { return find(columns_, name); }
  /// Refused if there is one of this name. One without a name is free to have none.
  Index add_row(std::string_view name);
  /// The column of this name, a new one if there is none.
  Index column(std::string_view name);
  void add_entry(Index row, Index column, double value);

  double& row_lower(Index row) { return row_lower_[static_cast<std::size_t>(row)]; }
  double& row_upper(Index row) { return row_upper_[static_cast<std::size_t>(row)]; }
  double& lower(Index column) { return lower_[static_cast<std::size_t>(column)]; }
  double& upper(Index column) { return upper_[static_cast<std::size_t>(column)]; }
  Index rows() const { return static_cast<Index>(row_lower_.size()); }
  Index columns() const { return static_cast<Index>(lower_.size()); }

  /// Entries of one place are added up. Refused if there are no columns, or bounds that contradict
  /// each other.
  LinearProgram finish();

 private:
  using Names = std::unordered_map<std::string, Index>;
  static std::optional<Index> find(const Names& names, std::string_view name);

  const TextInput& input_;
  Names rows_;
  Names columns_;
  std::vector<std::string> row_names_;
  std::vector<std::string> column_names_;
  std::vector<double> row_lower_, row_upper_, lower_, upper_;
  std::vector<Eigen::Triplet<double>> entries_;
};

/// The number that a text is; infinite if it says so, or is 1e20 or more in size, as these formats
/// have it. Throws InvalidInput with its place if it is none.
double to_bound(const TextInput& input, std::string_view text, const char* what);

}  // namespace acgd::io
