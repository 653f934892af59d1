#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/trace/trace.hpp"

namespace acgd::report {

/// One run: what it is called in legends and tables, and what it did.
struct Curve {
  std::string name;
  Trace trace;
};

/// Cells as they are shown; all rows have as many as there are columns.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A road from one place to another, and what goes along it.
struct Road {
  double from_x = 0, from_y = 0;
  double to_x = 0, to_y = 0;
  double flow = 0;
  double capacity = 0;  ///< 0: it has none
  std::string title;    ///< shown where the pointer rests on it
};

struct Place {
  double x = 0, y = 0;
  std::string label;
};

/// Roads where they lie: x is east, y is north, of one unit, or degrees of longitude and latitude.
struct Map {
  std::string title;
  std::vector<Road> roads;
  std::vector<Place> places;
};

/// What it took some runs to get somewhere: one row of marks for each goal.
struct Race {
  struct Mark {
    std::string name;  ///< of the curve
    double cost = 0;   ///< infinite: it did not get there
  };
  struct Row {
    std::string goal;  ///< "1e-4", or the section that it is about
    std::vector<Mark> marks;
  };
  std::string title;
  std::string unit;  ///< of the costs: "oracle calls"
  std::vector<Row> rows;
};

/// A variable of a solution, and what it is.
struct Coefficient {
  std::string name;
  double value = 0;
};

/// One problem with all its runs: who was first, panels and a table.
struct Section {
  std::string name;         ///< one word, fit for a file name
  std::string title;        ///< a line
  std::string description;  ///< a paragraph; formulas in it are set as such
  std::string command;      ///< what to type to run it again
  std::string data;         ///< where the data is from
  std::string measure;      ///< what the gap is here: "gap", "gradient norm"
  /// Where it is known, values are told from here; else from the largest lower bound of the runs; where
  /// there is none, from the lowest one seen.
  std::optional<double> optimal_value = {};
  std::vector<Curve> curves;
  Table table;
  std::vector<std::string> notes;              ///< sentences below the table
  std::optional<Map> map = {};                 ///< above the panels
  std::string verdict = {};                    ///< who was first, and by how much
  std::optional<Race> race = {};               ///< the picture of that
  std::string solution = {};                   ///< which run the coefficients are of
  std::vector<Coefficient> coefficients = {};  ///< the largest first
  Table costs = {};                            ///< what each run took to come to its goals
  std::string goal = {};       ///< what these are parts of: "first gap", unless given
  std::string direction = {};  ///< the direction rule of the runs: "corrective (auto)"
};

/// Something said about the runs, and what they say to it.
struct Claim {
  std::string about;    ///< which runs
  std::string claim;    ///< a line
  std::string verdict;  ///< "holds", "does not hold", "cannot be told"
  std::string paper;    ///< the numbers that were published
  std::string found;    ///< those of the runs
  std::string reason;   ///< of the verdict, where there is more to say
};

struct Report {
  std::string title;
  std::string command;  ///< what to type to make it again
  std::string version;  ///< of acgd
  std::string machine;
  std::string date;
  std::vector<Section> sections;
  std::vector<Claim> claims = {};  ///< a table below the sections
  std::string preface = {};        ///< what to know before reading anything
  std::string full_command = {};   ///< of small runs: what to type for the others
  std::string verdict = {};        ///< of several sections: the answer
  std::optional<Race> race = {};   ///< the picture of that
  Table overview = {};             ///< a row for each section, in their order
};

/// One page that needs nothing but itself: no network, no other file.
std::string to_html(const Report& report);

/// A picture for papers.
struct Picture {
  std::string name;  ///< section-panel.svg
  std::string svg;
};

/// How the vertical axis grows. On a logarithmic one, values that are not positive are left out.
enum class Growth { logarithmic, linear };

/// For each section, per iteration: the best gap so far, the value above the lowest and L; the gap
/// over time where there was some; its map where it has one. A picture without any
/// positive value is linear in any case.
std::vector<Picture> to_svg(const Report& report, Growth growth = Growth::logarithmic);

}  // namespace acgd::report
