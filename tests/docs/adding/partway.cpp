#include "acgd/direction/partway.hpp"

namespace acgd {
namespace {

class PartwayRule final : public DirectionRule {
 public:
  explicit PartwayRule(double share) {
    move_ = {.direction = {{{&vertex_.atom, share}}, -share, 1},
             .duality_gap = DualityGap{.lmo = &vertex_}};
  }

  void choose(Cursor& at, OracleCalls& oracle) override {
    oracle.call(at.gradient(), vertex_);
    const Vector& g = at.gradient().dense();
    move_.duality_gap->gap = g.dot(*at.x()) - vertex_.atom.dot(g);
  }
  std::string_view name() const override { return Partway::name; }

 private:
  LmoResult vertex_;
};

}  // namespace

std::unique_ptr<DirectionRule> Partway::begin(const DirectionContext&) const {
  return std::make_unique<PartwayRule>(share);
}

}  // namespace acgd
