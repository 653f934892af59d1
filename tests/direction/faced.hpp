#pragma once

#include <memory>

#include "acgd/oracle/oracle.hpp"

namespace acgd_test {

/// A set whose faces are given by the test.
class Faced final : public acgd::Oracle {
 public:
  Faced(std::shared_ptr<const Oracle> set, acgd::Faces faces)
      : set_(std::move(set)), faces_(std::move(faces)) {}

  std::string name() const override { return set_->name(); }
  acgd::Index dimension() const override { return set_->dimension(); }
  void minimize(const acgd::Gradient& gradient, acgd::LmoResult& lmo) const override {
    set_->minimize(gradient, lmo);
  }
  acgd::Violation violation(acgd::ConstVectorRef x) const override { return set_->violation(x); }
  bool recenter(acgd::VectorRef x) const override { return set_->recenter(x); }
  acgd::Atom start() const override { return set_->start(); }
  bool is_polytope() const override { return true; }
  acgd::Faces faces() const override { return faces_; }

 private:
  std::shared_ptr<const Oracle> set_;
  acgd::Faces faces_;
};

inline acgd::Faces one_list() { return {}; }
inline acgd::Faces corners(double scale, bool both_signs, bool has_origin) {
  return {.blocks = {{acgd::Faces::Kind::corners, scale, both_signs, has_origin}}};
}

}  // namespace acgd_test
