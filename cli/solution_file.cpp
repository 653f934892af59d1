#include "cli/solution_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "cli/result_json.hpp"
#include "io/csv.hpp"
#include "io/letters.hpp"
#include "io/npy.hpp"

namespace acgd::cli {
namespace {

std::string to_text(const Matrix& values) {
  fmt::memory_buffer out;
  for (Index row = 0; row < values.rows(); ++row) {
    for (Index col = 0; col < values.cols(); ++col) {
      fmt::format_to(std::back_inserter(out), "{}{:.17g}", col > 0 ? " " : "", values(row, col));
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string to_bytes(const std::string& ending, const Matrix& values) {
  if (ending == ".npy") return io::to_npy(values);
  return ending == ".csv" ? io::to_csv({{}, values}) : to_text(values);
}

std::string to_bytes(const std::string& ending, const Vector& x,
                     const std::vector<std::string>& names) {
  if (ending == ".npy") return io::to_npy(x);
  if (ending == ".txt") return to_text(x);
  if (ending == ".csv") {
    return names.empty() ? io::to_csv({{}, x}) : io::to_csv({names, x.transpose()});
  }
  nlohmann::ordered_json json;
  if (!names.empty()) json["names"] = names;
  json["x"] = std::vector<double>(x.begin(), x.end());
  return dump(json);
}

nlohmann::ordered_json columns_of(const io::CsvTable& table) {
  nlohmann::ordered_json columns;
  for (Index col = 0; col < table.values.cols(); ++col) {
    nlohmann::ordered_json column = nlohmann::ordered_json::array();
    for (const double value : table.values.col(col)) {
      const auto whole = static_cast<std::int64_t>(value);
      // Numbers of nodes, and whatever else has no fraction.
      if (std::abs(value) < 1e15 && static_cast<double>(whole) == value) {
        column.push_back(whole);
      } else {
        column.push_back(value);
      }
    }
    columns[table.names[static_cast<std::size_t>(col)]] = std::move(column);
  }
  return columns;
}

nlohmann::ordered_json rows_of(const Matrix& values) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (Index i = 0; i < values.rows(); ++i) {
    const Vector row = values.row(i);
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return rows;
}

}  // namespace

std::string SolutionFile::ending() const {
  return is_direct(*path_) ? ".txt" : io::lower_case(path_->extension().string());
}

std::filesystem::path SolutionFile::part(const char* name) const {
  if (is_direct(*path_)) return *path_;
  std::filesystem::path file = *path_;
  return file.replace_extension(name + path_->extension().string());
}

void SolutionFile::declare(Paths& paths) const {
  paths.write("--solution", path_);
  if (!path_ || is_direct(*path_) || ending() == ".json") return;
  paths.write("--solution", part("left"));
  paths.write("--solution", part("right"));
}

void SolutionFile::check() const {
  if (!path_) return;
  const std::string end = ending();
  if (end != ".npy" && end != ".csv" && end != ".txt" && end != ".json") {
    throw InvalidInput(
        fmt::format("solution = {}: the name must end in .npy, .csv, .txt or .json, which says how "
                    "it is written",
                    path_->string()));
  }
  check_output("solution", path_);
}

std::string SolutionFile::write(const Result& result,
                                const problem::LoadedObjective& objective) const {
  const LowRank& factors = result.factors;
  const std::string end = ending();
  if (objective.table && (end == ".csv" || end == ".json")) {
    const io::CsvTable table = objective.table(result);
    write_output(*path_, end == ".csv" ? io::to_csv(table) : dump(columns_of(table)));
    return path_->string();
  }
  if (factors.rows() == 0) {
    const Vector x =
        objective.scale.size() == 0 ? result.x : Vector(result.x.cwiseQuotient(objective.scale));
    write_output(*path_, to_bytes(end, x, problem::variable_names(objective)));
    return path_->string();
  }
  if (end == ".json") {
    nlohmann::ordered_json json;
    json["left"] = rows_of(factors.left);
    json["right"] = rows_of(factors.right);
    write_output(*path_, dump(json));
    return path_->string();
  }
  write_output(part("left"), to_bytes(end, factors.left));
  write_output(part("right"), to_bytes(end, factors.right));
  return part("left").string() + ", " + part("right").string();
}

}  // namespace acgd::cli
