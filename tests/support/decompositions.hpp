#pragma once

#include "acgd/core/vector.hpp"

/// Decompositions by Eigen for expected values, compiled once: their templates take seconds.
namespace acgd_test {

/// A = left diag(values) right', by Jacobi iteration, which the library does not use.
struct JacobiSvd {
  acgd::Matrix left;
  acgd::Vector values;
  acgd::Matrix right;
};
JacobiSvd jacobi_svd(const acgd::Matrix& a);

/// A^-1 B by Gaussian elimination with complete pivoting; for a singular A some solution, if there
/// is one.
acgd::Matrix solve(const acgd::Matrix& a, const acgd::Matrix& b);
bool is_invertible(const acgd::Matrix& a);

/// An orthonormal basis of the columns of a matrix of full column rank.
acgd::Matrix orthonormal(const acgd::Matrix& a);

}  // namespace acgd_test
