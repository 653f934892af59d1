#pragma once

#include <memory>
#include <utility>
#include <variant>

#include "acgd/objective/linear_maps.hpp"

namespace acgd::problem {

/// What is in a matrix, which is left empty: Eigen would copy it.
inline std::shared_ptr<const SparseMatrix> share_taken(SparseMatrix& from) {
  const auto matrix = std::make_shared<SparseMatrix>();
  matrix->swap(from);
  return matrix;
}

/// A matrix of either kind. A sparse one that is moved is not copied, as Eigen does.
class RawFeatures : public std::variant<Matrix, SparseMatrix> {
 public:
  using Either = std::variant<Matrix, SparseMatrix>;

  RawFeatures() = default;
  RawFeatures(Matrix matrix) : Either(std::move(matrix)) {}
  RawFeatures(const SparseMatrix& matrix) : Either(matrix) {}
  RawFeatures(SparseMatrix&& matrix) { emplace<SparseMatrix>().swap(matrix); }
  RawFeatures(Either&& other) { take(other); }
  RawFeatures(const RawFeatures&) = default;
  RawFeatures(RawFeatures&& other) { take(other); }
  RawFeatures& operator=(const RawFeatures&) = default;
  RawFeatures& operator=(RawFeatures&& other) {
    if (this != &other) take(other);
    return *this;
  }
  ~RawFeatures() = default;

 private:
  void take(Either& other) {
    if (auto* sparse = std::get_if<SparseMatrix>(&other)) {
      emplace<SparseMatrix>().swap(*sparse);
    } else {
      emplace<Matrix>(std::move(std::get<Matrix>(other)));
    }
  }
};

}  // namespace acgd::problem
