#pragma once

#include <optional>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "active_set/active_set.hpp"

namespace acgd {

/// Candidate atoms of a block: the target v, and the best and worst atoms of positive weight.
struct BlockView {
  double mean = 0;  ///< <g, x> in the block
  // Positions, and <g, a> there.
  std::size_t to = 0;     ///< v: the LMO's vertex, or the best active atom where it was not called
  std::size_t best = 0;   ///< smallest <g, a> among atoms of positive weight
  std::size_t worst = 0;  ///< largest <g, a> among them
  double to_slope = 0;
  double best_slope = 0;
  double worst_slope = 0;
  double worst_weight = 0;    ///< 0 if there is no atom to move away from
  bool can_leave_all = true;  ///< false if an atom of x cannot be part of a direction

  double gap() const { return mean - to_slope; }
};

/// The move of a block.
struct BlockMove {
  enum class Kind { none, frank_wolfe, away, pairwise };
  Kind kind = Kind::none;
  std::size_t to = 0;    ///< position, for frank_wolfe and pairwise
  std::size_t from = 0;  ///< position, for away and pairwise
  double descent = 0;    ///< -<g, d>
  double limit = 1;      ///< maximum step
  double scale = 1;      ///< of d in the direction of all blocks

  static BlockMove frank_wolfe(const BlockView& at);
  static BlockMove away(const BlockView& at);
  /// From the worst atom to another.
  static BlockMove pairwise(const BlockView& at, std::size_t to, double to_slope);

  void visit(Archive& archive);
};

/// Base of the pairwise family: derived rules choose the move of each block.
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
  void call_lmo(Cursor& at, OracleCalls& oracle);
  void choose_moves();
  bool active_atoms_promise_enough() const;
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
  /// Phi: the LMO call is skipped if active atoms reach a fraction of it as descent. Absent before
  /// the first call.
  std::optional<double> bar_;
  Index unasked_ = 0;  ///< iterations since the last LMO call

  // Scratch.
  Vector slopes_;                       ///< <g, a_i>
  std::vector<std::size_t> positions_;  ///< of the parts of the LMO's vertex
  std::vector<double> answer_slopes_;   ///< <g, v>, by block
  std::vector<double> coefficients_;    ///< of atoms in d
  std::vector<double> factors_;         ///< of x in d, or of the weights in a step, by block
};

}  // namespace acgd
