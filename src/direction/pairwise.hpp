#pragma once

#include <optional>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "active_set/active_set.hpp"

namespace acgd {

/// What a block offers: an atom v to go to and, of those that x is made of, the worst one.
struct BlockView {
  double mean = 0;  ///< <g, x>, of the block
  // Positions, and what <g, .> is there.
  std::size_t to = 0;     ///< v: the LMO's vertex, or the best active atom where it was not asked
  std::size_t best = 0;   ///< the best atom that x is made of
  std::size_t worst = 0;  ///< the worst one
  double to_slope = 0;
  double best_slope = 0;
  double worst_slope = 0;
  double worst_weight = 0;    ///< 0: there is none to leave
  bool can_leave_all = true;  ///< else x has parts that no direction leads away from

  double gap() const { return mean - to_slope; }
};

/// Where x of a block goes.
struct BlockMove {
  enum class Kind { none, frank_wolfe, away, pairwise };
  Kind kind = Kind::none;
  std::size_t to = 0;    ///< of frank_wolfe and pairwise: a position
  std::size_t from = 0;  ///< of away and pairwise
  double descent = 0;    ///< -<g, d>
  double limit = 1;      ///< the longest step
  double scale = 1;      ///< of d in the direction of all blocks

  static BlockMove frank_wolfe(const BlockView& at);
  static BlockMove away(const BlockView& at);
  /// From the worst one to another.
  static BlockMove pairwise(const BlockView& at, std::size_t to, double to_slope);

  void visit(Archive& archive);
};

/// A rule that moves weight between atoms: it says how in each block, and all else is here.
class ActiveSetRule : public DirectionRule {
 public:
  struct Settings {
    std::string_view name;
    bool lazy = false;
    MemoryLimits memory = {};
  };
  ActiveSetRule(const DirectionContext& context, const Settings& settings);

  void choose(Cursor& at, OracleCalls& oracle) override;
  bool moved(double t) override;
  bool recenter(const Oracle& set, VectorRef x) override;
  std::string_view name() const override { return settings_.name; }
  void store(const Vector& x, WeightedAtoms& atoms) const override { active_.store(x, atoms); }
  void visit(Archive& archive) override;

 protected:
  virtual BlockMove choose_in(const BlockView& block) const = 0;

 private:
  void find_slopes(Cursor& at, std::size_t from);
  void survey(const Gradient& gradient);
  void ask(Cursor& at, OracleCalls& oracle);
  void choose_moves();
  bool kept_atoms_promise_enough() const;
  void lower_the_bar(double gap);
  void scale_moves();
  void form_direction();
  MoveKind kind() const;
  double length_in(const BlockMove& move, double t) const;

  Settings settings_;
  ActiveSet active_;
  LmoResult lmo_;
  std::vector<BlockView> views_;
  std::vector<BlockMove> moves_;

  double last_step_ = 1;
  /// What active atoms have to promise so that the oracle need not be asked; absent until it was.
  std::optional<double> bar_;
  Index unasked_ = 0;  ///< iterations since it was

  // Scratch.
  Vector slopes_;                       ///< <g, a_i>
  std::vector<std::size_t> positions_;  ///< of the answer's parts
  std::vector<double> answer_slopes_;   ///< <g, v>, of each block
  std::vector<double> coefficients_;    ///< of atoms in d
  std::vector<double> factors_;         ///< of x in d, or of the weights in a step, for each block
};

}  // namespace acgd
