#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "acgd/oracle/custom_set.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/schedules.hpp"
#include "acgd/trace/trace.hpp"

/// The authors' own runs of matrix balancing.
namespace acgd_test {

constexpr double kBalancingOptimum = 480.28349931538526;
constexpr double kBalancingLipschitz = 146109.36264244944;

/// iteration,value,gap,step,lipschitz,backtracks
inline acgd::Trace read_recorded(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  acgd::Trace rows;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<double> row;
    for (std::string cell; std::getline(cells, cell, ',');) {
      row.push_back(cell.empty() || cell == "\r" ? std::nan("") : std::stod(cell));
    }
    row.resize(6, std::nan(""));
    rows.push_back({.iteration = static_cast<acgd::Index>(row[0]),
                    .value = row[1],
                    .gap = row[2],
                    .step = row[3],
                    .lipschitz = row[4],
                    .backtracks = std::isnan(row[5]) ? 0 : static_cast<int>(row[5])});
  }
  return rows;
}

/// The rule of a recorded run. Its first row determines the initial estimate: the first trial was
/// gamma (estimate + delta), or 0.9 of it for backtracking.
inline acgd::StepChoice recorded_rule(const std::string& name, const acgd::Record& first) {
  const double trial = first.lipschitz / std::pow(2, first.backtracks);
  if (name == "adaptive-constant") {
    return acgd::AdaptiveConstant{.delta = 1e-10, .initial_lipschitz = 4 * trial - 1e-10};
  }
  if (name == "adaptive-adjustable") {
    return acgd::AdaptiveAdjustable{.delta = 1e-10,
                                    .initial_lipschitz = 4 * trial - 1e-10,
                                    .counting = acgd::Counting::published};
  }
  if (name == "backtracking") return acgd::Backtracking{.initial_lipschitz = trial / 0.9};
  if (name == "short") return acgd::Short{.lipschitz = kBalancingLipschitz};
  return acgd::OpenLoop{};
}

/// [1, 10]^100 with the authors' tie-breaking. One gradient component of the open-loop run is
/// exactly 0 at iterations 1 and 2; their LMO returns the upper bound there, Box the point nearest
/// to 0.
inline std::shared_ptr<const acgd::Oracle> box_with_upper_ties() {
  using acgd::Vector;
  return std::make_shared<const acgd::CustomSet>(100, [](const Vector& g) -> Vector {
    return (g.array() > 0).select(Vector::Constant(g.size(), 1), Vector::Constant(g.size(), 10));
  });
}

/// Row by row to a relative 1e-10; missing values are not compared.
inline void expect_recorded(const acgd::Trace& ours, const acgd::Trace& recorded) {
  const auto expect_close = [](double a, double b, const std::string& what) {
    if (std::isnan(b)) return;
    EXPECT_NEAR(a, b, 1e-10 * std::abs(b)) << what;
  };
  ASSERT_GE(ours.size(), recorded.size());
  for (std::size_t k = 0; k < recorded.size() && !testing::Test::HasFailure(); ++k) {
    const std::string row = "row " + std::to_string(k);
    expect_close(ours[k].value, recorded[k].value, row + " value");
    expect_close(ours[k].gap, recorded[k].gap, row + " gap");
    expect_close(ours[k].step, recorded[k].step, row + " step");
    expect_close(ours[k].lipschitz, recorded[k].lipschitz, row + " lipschitz");
    EXPECT_EQ(ours[k].backtracks, recorded[k].backtracks) << row;
  }
}

/// adaptive-constant -> adaptive_constant, as gtest names require
inline std::string test_name(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace acgd_test
