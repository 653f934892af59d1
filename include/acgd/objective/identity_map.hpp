#pragma once

#include "acgd/objective/linear_map.hpp"

namespace acgd {

/// A x = x: a loss of the variables themselves.
class IdentityMap final : public LinearMap {
 public:
  explicit IdentityMap(Index size);

  Index rows() const override { return size_; }
  Index cols() const override { return size_; }
  void multiply(ConstVectorRef x, VectorRef y) const override { y = x; }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { y = x; }
  void image(const Atom& atom, VectorRef z) const override;
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  bool is_identity() const override { return true; }
  double bytes() const override { return 8.0 * static_cast<double>(size_); }

 private:
  Index size_;
};

}  // namespace acgd
