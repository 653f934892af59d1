#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/trace/record.hpp"

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

/// One problem with all its runs: three panels and a table.
struct Section {
  std::string name;         ///< one word, fit for a file name
  std::string title;        ///< a line
  std::string description;  ///< a paragraph of plain text
  std::string command;      ///< what to type to run it again
  std::string data;         ///< where the data is from
  std::string measure;      ///< what the gap is here: "gap", "gradient norm"
  /// Where it is known, the first and last panel show value - optimal_value in place of the gap.
  std::optional<double> optimal_value = {};
  std::vector<Curve> curves;
  Table table;
  std::vector<std::string> notes;  ///< sentences below the table
  std::optional<Map> map = {};     ///< above the panels
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
  std::string claims_note = {};    ///< what to know before reading it
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

/// Three for each section, and its map where it has one: per iteration the gap (or value gap) and L, and the gap over time.
/// A picture without any positive value is linear in any case.
std::vector<Picture> to_svg(const Report& report, Growth growth = Growth::logarithmic);

}  // namespace acgd::report
