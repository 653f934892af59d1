#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/trace/trace.hpp"

namespace acgd::report {

/// One run: its name in legends and tables, and its trace.
struct Curve {
  std::string name;
  Trace trace;
};

/// Formatted cells; every row has one cell per column.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A directed road with its flow.
struct Road {
  double from_x = 0, from_y = 0;
  double to_x = 0, to_y = 0;
  double flow = 0;
  double capacity = 0;  ///< 0: unlimited
  std::string title;    ///< tooltip
};

struct Place {
  double x = 0, y = 0;
  std::string label;
};

/// A road map. x is east and y is north, in one unit, or degrees of longitude and latitude.
struct Map {
  std::string title;
  std::vector<Road> roads;
  std::vector<Place> places;
};

/// Costs at which runs reached goals: one row of marks per goal.
struct Race {
  struct Mark {
    std::string name;  ///< of the curve
    double cost = 0;   ///< infinite: not reached
  };
  struct Row {
    std::string goal;  ///< "1e-4", or the name of a section
    std::vector<Mark> marks;
  };
  std::string title;
  std::string unit;  ///< of the costs: "oracle calls"
  std::vector<Row> rows;
};

/// A named entry of a solution.
struct Coefficient {
  std::string name;
  double value = 0;
};

/// One problem with all its runs: summary, charts and a table.
struct Section {
  std::string name;         ///< one word, valid in file names
  std::string title;        ///< a line
  std::string description;  ///< a paragraph; its formulas are typeset
  std::string command;      ///< command that repeats the runs
  std::string data;         ///< source of the data
  std::string measure;      ///< the convergence measure: "gap", "gradient norm"
  /// The reference of the value panel where known; see reference_of() otherwise.
  std::optional<double> optimal_value = {};
  std::vector<Curve> curves;
  Table table;
  std::vector<std::string> notes;              ///< sentences below the table
  std::optional<Map> map = {};                 ///< drawn above the panels
  std::string summary = {};                    ///< the fastest run, and by how much
  std::optional<Race> race = {};               ///< the picture of that
  std::string solution = {};                   ///< the run that the coefficients belong to
  std::vector<Coefficient> coefficients = {};  ///< the largest first
  Table costs = {};                            ///< cost of each run to reach its goals
  std::string goal = {};                       ///< what goals are fractions of; empty: "first gap"
  std::string direction = {};  ///< the direction rule of the runs: "corrective (auto)"
};

/// A claim about the runs and its evaluation.
struct Claim {
  std::string about;   ///< name of the experiment
  std::string claim;   ///< a line
  std::string status;  ///< "holds", "does not hold", "undecided"
  std::string paper;   ///< published numbers
  std::string found;   ///< numbers of the runs
  std::string reason;  ///< explanation of the status; may be empty
};

struct Report {
  std::string title;
  std::string command;  ///< what to type to make it again
  std::string version;  ///< of acgd
  std::string machine;
  std::string date;
  std::vector<Section> sections;
  std::vector<Claim> claims = {};  ///< a table below the sections
  std::string preface = {};        ///< text above everything else
  std::string full_command = {};   ///< for quick runs: the command of the full ones
  std::string summary = {};        ///< of several sections
  std::optional<Race> race = {};   ///< the picture of that
  Table overview = {};             ///< a row for each section, in their order
};

/// A self-contained page: no network, no other files.
std::string to_html(const Report& report);

/// A picture file.
struct Picture {
  std::string name;  ///< section-panel.svg
  std::string svg;
};

/// Type of the vertical axis. A logarithmic axis omits values that are not positive.
enum class Growth { logarithmic, linear };

/// For each section: the best gap so far, f - f_ref and L per iteration; the gap over time if the
/// runs were long enough; the map if there is one. A picture without positive values is linear.
std::vector<Picture> to_svg(const Report& report, Growth growth = Growth::logarithmic);

}  // namespace acgd::report
