#include "acgd/norm/groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "norm/group_sizes.hpp"

namespace acgd {
namespace {

/// A number of a group or a variable, of which there are no more than `count`.
Index whole_number(const std::string& argument, double value, Index count, const char* what) {
  if (!(value >= 0 && value == std::floor(value))) {
    throw InvalidInput(
        compose("{} = {}: must be the number of a {}, 0, 1, 2, ...", argument, value, what));
  }
  if (value >= static_cast<double>(count)) {
    throw InvalidInput(
        compose("{} = {}: must be below {}, since {}s are numbered from 0 without "
                "gaps and there are no more",
                argument, value, count, what));
  }
  return static_cast<Index>(value);
}

void require_no_gap(const std::vector<std::vector<Index>>& members) {
  for (std::size_t group = 0; group < members.size(); ++group) {
    if (!members[group].empty()) continue;
    throw InvalidInput(
        compose("groups: nothing is in group {}, though there is a group {}; number "
                "them from 0 without gaps",
                group, members.size() - 1));
  }
}

void add_member(std::vector<std::vector<Index>>& members, Index group, Index variable) {
  const auto place = static_cast<std::size_t>(group);
  if (place >= members.size()) members.resize(place + 1);
  members[place].push_back(variable);
}

class GroupNorm final : public Norm {
 public:
  GroupNorm(std::shared_ptr<const Groups> groups, WithinGroup within)
      : groups_(std::move(groups)), within_(within) {}

  std::string name() const override {
    return within_ == WithinGroup::l2 ? "group l2" : "group linf";
  }

  double of(ConstVectorRef v) const override {
    if (groups_->overlap()) return std::numeric_limits<double>::quiet_NaN();
    const double scale = scale_of_groups(v);
    if (scale == 0) return v.lpNorm<1>();
    double sum = 0;
    for (Index group = 0; group < groups_->count(); ++group) {
      if (within_ == WithinGroup::l2) {
        sum += dual_size(*groups_, within_, group, v, scale);
      } else {
        double largest = 0;
        for (const Index i : groups_->members(group)) largest = std::max(largest, std::abs(v[i]));
        sum += largest / scale;
      }
    }
    return scale * sum;
  }

  double dual(ConstVectorRef g) const override {
    const double scale = scale_of_groups(g);
    if (scale == 0) return g.lpNorm<1>();
    double most = 0;
    for (Index group = 0; group < groups_->count(); ++group) {
      most = std::max(most, dual_size(*groups_, within_, group, g, scale));
    }
    return scale * most;
  }

 private:
  std::shared_ptr<const Groups> groups_;
  WithinGroup within_;
};

}  // namespace

Groups::Groups(const std::vector<std::vector<Index>>& members) {
  require_at_least("number of groups", static_cast<long long>(members.size()), 1);
  starts_.push_back(0);
  for (std::size_t group = 0; group < members.size(); ++group) {
    if (members[group].empty()) {
      throw InvalidInput(compose("groups[{}] is empty: must have a variable at least", group));
    }
    for (std::size_t k = 0; k < members[group].size(); ++k) {
      const Index variable = members[group][k];
      if (variable < 0) {
        throw InvalidInput(compose("groups[{}][{}] = {}: must be the number of a variable, from 0",
                                   group, k, variable));
      }
      members_.push_back(variable);
    }
    const auto begin = members_.begin() + starts_.back();
    std::sort(begin, members_.end());
    const auto twice = std::adjacent_find(begin, members_.end());
    if (twice != members_.end()) {
      throw InvalidInput(
          compose("groups[{}] has the variable {} twice: must be once", group, *twice));
    }
    starts_.push_back(static_cast<Index>(members_.size()));
    largest_ = std::max(largest_, static_cast<Index>(members[group].size()));
  }
  // If there are more variables than memberships, one of the first has none.
  const auto count = static_cast<Index>(members_.size());
  dimension_ = *std::max_element(members_.begin(), members_.end()) + 1;
  std::vector<char> is_member(static_cast<std::size_t>(std::min(dimension_, count)), false);
  for (const Index variable : members_) {
    if (variable < count) is_member[static_cast<std::size_t>(variable)] = true;
  }
  const auto missing = std::find(is_member.begin(), is_member.end(), false);
  if (missing == is_member.end() && dimension_ <= count) return;
  throw InvalidInput(
      compose("groups: variable {} is in none, though there is a variable {}; put it "
              "into a group of its own",
              missing - is_member.begin(), dimension_ - 1));
}

std::span<const Index> Groups::members(Index group) const {
  const auto at = static_cast<std::size_t>(group);
  return std::span(members_).subspan(static_cast<std::size_t>(starts_[at]),
                                     static_cast<std::size_t>(starts_[at + 1] - starts_[at]));
}

Groups Groups::of_variables(ConstVectorRef numbers) {
  std::vector<std::vector<Index>> members;
  for (Index i = 0; i < numbers.size(); ++i) {
    const std::string argument = compose("groups[{}]", i);
    add_member(members, whole_number(argument, numbers[i], numbers.size(), "group"), i);
  }
  require_no_gap(members);
  return Groups(members);
}

Groups Groups::of_pairs(const Matrix& pairs) {
  if (pairs.cols() != 2) {
    throw InvalidInput(
        compose("groups has {} columns: must have one, the group of each variable, "
                "or two, variable and group",
                pairs.cols()));
  }
  std::vector<std::vector<Index>> members;
  for (Index row = 0; row < pairs.rows(); ++row) {
    const Index count = pairs.rows();
    const Index i = whole_number(compose("groups({}, 0)", row), pairs(row, 0), count, "variable");
    const Index group = whole_number(compose("groups({}, 1)", row), pairs(row, 1), count, "group");
    add_member(members, group, i);
  }
  require_no_gap(members);
  return Groups(members);
}

double scale_of_groups(ConstVectorRef g) {
  const double largest = g.size() == 0 ? 0 : g.cwiseAbs().maxCoeff<Eigen::PropagateNumbers>();
  return largest > 0 && std::isfinite(largest) ? largest : 0;
}

double dual_size(const Groups& groups, WithinGroup within, Index group, ConstVectorRef g,
                 double scale) {
  double sum = 0;
  for (const Index i : groups.members(group)) {
    const double size = std::abs(g[i]) / scale;
    sum += within == WithinGroup::l2 ? size * size : size;
  }
  return within == WithinGroup::l2 ? std::sqrt(sum) : sum;
}

std::shared_ptr<const Norm> group_norm(std::shared_ptr<const Groups> groups, WithinGroup within) {
  if (!groups) throw InvalidInput("groups = null: must be groups of variables");
  return std::make_shared<GroupNorm>(std::move(groups), within);
}

}  // namespace acgd
