#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd_test {

/// Calls the LMO at iterations 2, 5, 8, ... only, and moves toward its last vertex in between;
/// before the first call toward a given point.
struct EveryThird {
  acgd::Vector first;

  class Rule final : public acgd::DirectionRule {
   public:
    explicit Rule(acgd::Vector first) {
      lmo_.atom = acgd::Atom(std::move(first));
      move_.direction = acgd::toward(lmo_.atom);
    }
    void choose(acgd::Cursor& at, acgd::OracleCalls& oracle) override {
      move_.duality_gap.reset();
      if (iteration_ % 3 == 2) {
        lmo_.accuracy = oracle.accuracy();
        oracle.call(at.gradient(), lmo_);
        move_.duality_gap = acgd::DualityGap{.lmo = &lmo_};
      }
    }
    bool moved(double) override {
      ++iteration_;
      return false;
    }
    void visit(acgd::Archive& archive) override {
      archive.expect("direction", "every third");
      archive(lmo_.atom, lmo_.error, iteration_);
      if (iteration_ % 3 == 2) move_.duality_gap = acgd::DualityGap{.lmo = &lmo_};
    }

   private:
    acgd::LmoResult lmo_;
    acgd::Index iteration_ = 0;
  };

  std::unique_ptr<acgd::DirectionRule> begin(const acgd::DirectionContext&) const {
    return std::make_unique<Rule>(first);
  }
};

}  // namespace acgd_test
