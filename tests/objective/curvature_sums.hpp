#pragma once

#include <algorithm>

#include "acgd/objective/sum.hpp"
#include "objective/curvature_problems.hpp"

namespace acgd_test {

/// Sums of these problems: H is the weighted sum of theirs, with weights 1/2, 3/2, 5/2, ...
inline CurvatureProblem sum_of(const std::string& name,
                               const std::vector<CurvatureProblem>& parts) {
  std::vector<acgd::Sum::Part> functions;
  std::vector<double> weights;
  for (const CurvatureProblem& part : parts) {
    functions.push_back(part.f);
    weights.push_back(0.5 + static_cast<double>(weights.size()));
  }
  const auto hessian = [parts, weights](const Vector& x) {
    Matrix h = Matrix::Zero(x.size(), x.size());
    for (std::size_t i = 0; i < parts.size(); ++i) h += weights[i] * parts[i].hessian(x);
    return h;
  };
  const bool is_constant =
      std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.is_constant; });
  return {name, std::make_shared<acgd::Sum>(functions, weights), hessian, is_constant};
}

inline std::vector<CurvatureProblem> curvature_problems() {
  std::vector<CurvatureProblem> all = plain_curvature_problems();
  const auto find = [&](const std::string& name) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const CurvatureProblem& problem) { return problem.name == name; });
  };
  const Matrix scaled = 0.3 * Matrix::Identity(kCurvatureSize, kCurvatureSize);
  const CurvatureProblem ridge{"ridge", std::make_shared<acgd::Ridge>(kCurvatureSize, 0.3),
                               [scaled](const Vector&) { return scaled; }, true};
  const std::vector<CurvatureProblem> sums = {
      ridge,
      sum_of("sum_of_ridges", {ridge, ridge}),
      sum_of("sum_of_logistic_and_ridge", {find("sparse_logistic"), ridge}),
      sum_of("sum_of_squares_and_ridge", {find("least_squares_automatic"), ridge}),
      sum_of("sum_of_columns_and_ridge", {find("least_squares_gram_columns"), ridge}),
      sum_of("sum_of_four", {find("dense_logistic_intercept"), ridge, find("dense_quadratic"),
                             find("plain_huber")}),
      sum_of("sum_of_diagonals", {find("identity_poisson"), ridge})};
  all.insert(all.end(), sums.begin(), sums.end());
  return all;
}

}  // namespace acgd_test
