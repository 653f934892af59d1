#include "io/program_builder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/letters.hpp"
#include "io/numbers.hpp"

namespace acgd::io {
namespace {

Vector to_vector(const std::vector<double>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

}  // namespace

std::optional<Index> ProgramBuilder::find(const Names& names, std::string_view name) {
  const auto found = names.find(std::string(name));
  if (found == names.end()) return std::nullopt;
  return found->second;
}

Index ProgramBuilder::add_row(std::string_view name) {
  if (!name.empty() && !rows_.emplace(std::string(name), rows()).second) {
    input_.fail(fmt::format("a second row {}: names must differ", in_quotes(name)));
  }
  row_names_.emplace_back(name);
  row_lower_.push_back(-kUnbounded);
  row_upper_.push_back(kUnbounded);
  return rows() - 1;
}

Index ProgramBuilder::column(std::string_view name) {
  const auto [place, is_new] = columns_.emplace(std::string(name), columns());
  if (is_new) {
    column_names_.emplace_back(name);
    lower_.push_back(0);
    upper_.push_back(kUnbounded);
  }
  return place->second;
}

void ProgramBuilder::add_entry(Index row, Index column, double value) {
  entries_.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
}

LinearProgram ProgramBuilder::finish() {
  if (columns() == 0) input_.fail("the file ends: must have a variable");
  for (Index j = 0; j < columns(); ++j) {
    if (lower(j) <= upper(j)) continue;
    input_.fail(
        fmt::format("the file ends, and the variable {} must be from {} to {}, which is "
                    "nothing",
                    in_quotes(column_names_[static_cast<std::size_t>(j)]), lower(j), upper(j)));
  }
  LinearProgram program{.row_lower = to_vector(row_lower_),
                        .row_upper = to_vector(row_upper_),
                        .lower = to_vector(lower_),
                        .upper = to_vector(upper_),
                        .row_names = std::move(row_names_),
                        .column_names = std::move(column_names_)};
  program.matrix.resize(program.row_lower.size(), program.lower.size());
  program.matrix.setFromTriplets(entries_.begin(), entries_.end());
  return program;
}

double to_bound(const TextInput& input, std::string_view text, const char* what) {
  constexpr double kSoGoodAsInfinite = 1e20;
  const bool negative = text.starts_with('-');
  const std::string word =
      lower_case(text.substr(negative || text.starts_with('+') ? 1 : 0, std::string::npos));
  if (word == "inf" || word == "infinity") return negative ? -kUnbounded : kUnbounded;
  const double value = to_finite(input, text, what);
  if (std::abs(value) < kSoGoodAsInfinite) return value;
  return value < 0 ? -kUnbounded : kUnbounded;
}

}  // namespace acgd::io
