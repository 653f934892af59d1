#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/report/report.hpp"

namespace acgd::report {

/// Scores of the fits of a path by one measure: a number for each radius, NaN if unknown.
struct PathScore {
  std::string name;                   ///< "logistic loss", "accuracy"
  std::vector<double> train;          ///< on training samples
  std::vector<double> held_out = {};  ///< on held-out samples; empty if there are none
  std::vector<double> error = {};     ///< standard error of held_out; empty if unknown
};

/// One coefficient of the model at every radius.
struct PathCoefficient {
  std::string name;
  std::vector<double> values;
};

/// A fit that may be chosen.
struct PathCandidate {
  std::string title;                                       ///< "Best"
  std::string mark;                                        ///< short label in pictures: "best"
  std::size_t fit = 0;                                     ///< index on the path
  bool chosen = false;                                     ///< whether it is the chosen model
  std::string headline;                                    ///< "radius 2.5"
  std::vector<std::pair<std::string, std::string>> facts;  ///< {"features", "23 of 123"}
};

/// Fits over sets of increasing radius, the choice of the radius and the chosen model.
struct PathReport {
  std::string title;
  std::string command;  ///< command that recreates the report
  std::string version;  ///< of acgd
  std::string machine;
  std::string date;
  std::string data;  ///< description of the data
  std::string set;   ///< the set that the radius belongs to: "the l1 ball"

  std::string summary;                         ///< one sentence: the chosen radius and its model
  std::vector<std::string> advice;             ///< further sentences
  std::vector<PathCandidate> candidates = {};  ///< the best one first

  std::vector<double> radii;
  std::string size_name;              ///< measure of model size: "non-zeros", "rank"
  std::vector<double> sizes;          ///< one per radius
  std::vector<PathScore> scores;      ///< the first one selects the radius
  std::string coefficient_name = {};  ///< label of the axis: "coefficient"
  std::vector<PathCoefficient> coefficients = {};
  std::size_t chosen = 0;  ///< index of the chosen fit

  Table fits;                           ///< a row per radius
  Table model = {};                     ///< a row per non-zero coefficient of the model
  std::vector<std::string> notes = {};  ///< sentences at the end
};

/// A self-contained page: no network, no other files; readable without scripts.
std::string to_html(const PathReport& report);

/// The pictures of the page: path-SCORE.svg for each score, path-coefficients.svg, path-model.svg.
std::vector<Picture> to_svg(const PathReport& report);

}  // namespace acgd::report
