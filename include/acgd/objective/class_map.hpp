#pragma once

#include <memory>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

/// The same features for each of K classes: x is a matrix W of features x K, column after column,
/// and its image is A W, column after column: a prediction for each class and sample.
class ClassMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless there are two classes or more.
  ClassMap(std::shared_ptr<const LinearMap> a, Index classes);

  Index rows() const override { return classes_ * a_->rows(); }
  Index cols() const override { return classes_ * a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  /// One column of A for each feature that an atom has, one product for a rank-one matrix.
  void image(const Atom& atom, VectorRef z) const override;
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return static_cast<double>(classes_) * a_->bytes(); }

  const std::shared_ptr<const LinearMap>& features() const { return a_; }
  Index classes() const { return classes_; }

 private:
  /// visit(class, factor, A e_j) for each entry of an atom that has few.
  template <class Visit>
  void for_each_column(const Atom& atom, const Visit& visit) const;

  std::shared_ptr<const LinearMap> a_;
  Index classes_;
};

}  // namespace acgd
