#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/report/report.hpp"

namespace acgd::report {

/// How good the fits of a path are by one measure: a number for each radius, NaN where it is not
/// known.
struct PathScore {
  std::string name;                   ///< "logistic loss", "accuracy"
  std::vector<double> train;          ///< on the samples that were fitted
  std::vector<double> held_out = {};  ///< on samples that were not; empty: none were held out
  std::vector<double> error = {};     ///< the standard error of those; empty: not known
};

/// What one variable of the model is at every radius.
struct PathCoefficient {
  std::string name;
  std::vector<double> values;
};

/// A fit that might be the one to take.
struct PathCandidate {
  std::string title;     ///< "Best"
  std::string mark;      ///< in pictures, where there is little room: "best"
  std::size_t fit = 0;   ///< its position on the path
  bool chosen = false;   ///< it is the one that is taken
  std::string headline;  ///< "radius 2.5"
  std::vector<std::pair<std::string, std::string>> facts;  ///< {"features", "23 of 123"}
};

/// Fits over sets of ascending radius: which radius to take, and what the model is then.
struct PathReport {
  std::string title;
  std::string command;  ///< what to type to make it again
  std::string version;  ///< of acgd
  std::string machine;
  std::string date;
  std::string data;  ///< what was fitted
  std::string set;   ///< whose radius it is: "the l1 ball"

  std::string verdict;                         ///< one sentence: the answer
  std::vector<std::string> advice;             ///< more sentences
  std::vector<PathCandidate> candidates = {};  ///< the first one is the best

  std::vector<double> radii;
  std::string size_name;              ///< how simple a model is: "non-zeros", "rank"
  std::vector<double> sizes;          ///< one for each radius
  std::vector<PathScore> scores;      ///< the first one is what decides
  std::string coefficient_name = {};  ///< of the axis: "coefficient"
  std::vector<PathCoefficient> coefficients = {};
  std::size_t chosen = 0;  ///< the position of the fit whose coefficients are the model

  Table fits;                           ///< a row for each radius
  Table model = {};                     ///< a row for each coefficient of the model that is not 0
  std::vector<std::string> notes = {};  ///< sentences at the end
};

/// One page that needs nothing but itself: no network, no other file, no script to be read.
std::string to_html(const PathReport& report);

/// The pictures of the page: path-score.svg of each score, path-coefficients.svg, path-model.svg.
std::vector<Picture> to_svg(const PathReport& report);

}  // namespace acgd::report
