#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : the l2 (or linf) norms of the groups of variables sum to at most the radius }. The
/// minimiser is 0 but in the first group of largest dual norm of g, where it is -radius g / ||g||_2
/// (or -radius sign(g)). Where groups overlap it is the ball of the latent group norm, the hull of
/// the same points, and violation() cannot tell.
class GroupBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "group";
    static constexpr std::string_view syntax = "group:NORM:R:GROUPS.csv";
    static constexpr std::string_view sentence =
        "vectors whose groups of variables have norms, l2 or linf, that sum to at most R; steps in "
        "one group";
    static constexpr std::string_view formula =
        "{ x : ||x_G1|| + ||x_G2|| + ... <= R }; of groups that overlap, the hull of\n"
        "the vectors in one group G with ||x_G|| <= R: the ball of the latent group norm";
    static constexpr std::string_view cost = "O(n), or the sizes of all groups";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set group:l2:2:groups.csv";
    static constexpr std::string_view values = "";

    WithinGroup norm = WithinGroup::l2;
    double radius = 1;
    std::string file = {};

    Description describe() {
      return {{"norm", Word(norm, {"l2", "linf"}), "the norm of a group"},
              radius_parameter(radius),
              {"file", file, range::any,
               "a column with the group of each variable, from 0 without gaps, or two columns, "
               "variable and group, with a row for each membership"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit GroupBall(Groups groups, WithinGroup within = WithinGroup::l2, double radius = 1);
  /// Shares the groups instead of copying them.
  explicit GroupBall(std::shared_ptr<const Groups> groups, WithinGroup within = WithinGroup::l2,
                     double radius = 1);

  const Groups& groups() const { return *groups_; }
  WithinGroup within() const { return within_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: the best in each group whose dual norm of g is above half of the largest.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  /// It is flat between groups, whatever it is within one.
  bool rewards_memory() const override { return true; }
  /// Of linf norms.
  bool is_polytope() const override { return within_ == WithinGroup::linf; }

 private:
  struct Memory;
  void fill(Index group, const Vector& g, const Memory& memory, Atom& atom) const;

  std::shared_ptr<const Groups> groups_;
  WithinGroup within_;
};

}  // namespace acgd
