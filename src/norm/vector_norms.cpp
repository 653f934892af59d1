#include "norm/vector_norms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

namespace {

double sum_of_sizes(ConstVectorRef v) { return v.lpNorm<1>(); }

double largest_size(ConstVectorRef v) {
  return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

double euclidean(ConstVectorRef v) {
  // One fast pass, except for entries whose squares would overflow or underflow.
  const double squared = kernels::dot(v.data(), v.data(), v.size());
  if (is_ordinary_square(squared)) return std::sqrt(squared);
  const double largest = largest_size(v);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (v / largest).norm();
}

double power_norm(ConstVectorRef v, double p) {
  const double largest = largest_size(v);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  // Dividing by the largest entry keeps every power in [0, 1] and their sum in [1, n].
  return largest * std::pow((v.array().abs() / largest).pow(p).sum(), 1 / p);
}

class L1Norm final : public Norm {
 public:
  std::string name() const override { return "l1"; }
  double of(ConstVectorRef v) const override { return sum_of_sizes(v); }
  double dual(ConstVectorRef g) const override { return largest_size(g); }
};

class L2Norm final : public Norm {
 public:
  explicit L2Norm(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  double of(ConstVectorRef v) const override { return euclidean(v); }
  double dual(ConstVectorRef g) const override { return euclidean(g); }
  bool is_euclidean() const override { return true; }

 private:
  std::string name_;
};

class LinfNorm final : public Norm {
 public:
  std::string name() const override { return "linf"; }
  double of(ConstVectorRef v) const override { return largest_size(v); }
  double dual(ConstVectorRef g) const override { return sum_of_sizes(g); }
};

class LpNorm final : public Norm {
 public:
  explicit LpNorm(double p) : p_(p), dual_exponent_(p / (p - 1)) {}
  std::string name() const override { return compose("l{}", p_); }
  double of(ConstVectorRef v) const override { return power_norm(v, p_); }
  double dual(ConstVectorRef g) const override { return power_norm(g, dual_exponent_); }

 private:
  double p_;
  double dual_exponent_;
};

}  // namespace

std::shared_ptr<const Norm> l1_norm() { return std::make_shared<L1Norm>(); }

std::shared_ptr<const Norm> l2_norm() { return std::make_shared<L2Norm>("l2"); }

std::shared_ptr<const Norm> linf_norm() { return std::make_shared<LinfNorm>(); }

std::shared_ptr<const Norm> lp_norm(double p) {
  validate(Description{exponent_parameter(p)});
  return std::make_shared<LpNorm>(p);
}

std::shared_ptr<const Norm> frobenius_norm() { return std::make_shared<L2Norm>("frobenius"); }

namespace {

double largest_of_sizes(ConstVectorRef v) {
  return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

/// The sum of the k largest |v_i|. Recentring calls it inside the loop, so it must not allocate:
/// bisection over magnitudes, as integers of the same order, finds the k-th largest.
double sum_of_largest_sizes(ConstVectorRef v, Index k) {
  const double largest = largest_of_sizes(v);
  if (k >= v.size() || !std::isfinite(largest)) return v.lpNorm<1>();
  const auto sizes = v.array().abs();
  // At least k magnitudes are >= `low`, fewer than k are >= `high`.
  std::uint64_t low = 0;
  std::uint64_t high = std::bit_cast<std::uint64_t>(largest) + 1;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Index reaching = (sizes >= std::bit_cast<double>(middle)).count();
    (reaching >= k ? low : high) = middle;
    if (reaching == k) break;
  }
  const auto bound = std::bit_cast<double>(low);
  const double above = (sizes > bound).select(sizes, 0.0).sum();
  return above + static_cast<double>(k - (sizes > bound).count()) * bound;
}

double larger_of_max_and_mean(ConstVectorRef v, Index k) {
  return std::max(v.lpNorm<1>() / static_cast<double>(k), largest_of_sizes(v));
}

class TopNorm final : public Norm {
 public:
  explicit TopNorm(Index k) : k_(k) {}
  std::string name() const override { return compose("top-{}", k_); }
  double of(ConstVectorRef v) const override { return sum_of_largest_sizes(v, k_); }
  double dual(ConstVectorRef g) const override { return larger_of_max_and_mean(g, k_); }

 private:
  Index k_;
};

class KSparseNorm final : public Norm {
 public:
  explicit KSparseNorm(Index k) : k_(k) {}
  std::string name() const override { return compose("{}-sparse", k_); }
  double of(ConstVectorRef v) const override { return larger_of_max_and_mean(v, k_); }
  double dual(ConstVectorRef g) const override { return sum_of_largest_sizes(g, k_); }

 private:
  Index k_;
};

class OwlNorm final : public Norm {
 public:
  explicit OwlNorm(Vector weights) : weights_(std::move(weights)) {
    require_at_least("size of weights", weights_.size(), 1);
    for (Index i = 0; i < weights_.size(); ++i) {
      if (!range::non_negative.contains(weights_[i])) {
        throw InvalidInput({"weights", i}, weights_[i], std::string(range::non_negative.rule));
      }
      if (i > 0 && weights_[i] > weights_[i - 1]) {
        throw InvalidInput({"weights", i}, weights_[i],
                           compose("must be at most weights[{}] = {}", i - 1, weights_[i - 1]),
                           "sort them, the largest first");
      }
    }
    if (weights_[0] == 0)
      throw InvalidInput({"weights", 0}, "0", "must be positive, or all of them are 0");
  }

  std::string name() const override { return "ordered weighted l1"; }

  double of(ConstVectorRef v) const override {
    if (!v.allFinite()) return v.lpNorm<1>();
    return weights_.dot(sorted_sizes(v));
  }

  double dual(ConstVectorRef g) const override {
    if (!g.allFinite()) return g.lpNorm<1>();
    const Vector sizes = sorted_sizes(g);
    double most = 0, sum = 0, weight = 0;
    for (Index k = 0; k < sizes.size(); ++k) {
      sum += sizes[k];
      weight += weights_[k];
      most = std::max(most, sum / weight);
    }
    return most;
  }

 private:
  Vector sorted_sizes(ConstVectorRef v) const {
    if (v.size() != weights_.size()) {
      throw InvalidInput(
          "v", compose("has {} entries, must have {}, one per weight", v.size(), weights_.size()));
    }
    Vector sizes = v.cwiseAbs();
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    return sizes;
  }

  Vector weights_;
};

Index checked_count(Index k) {
  validate(Description{count_parameter(k, "")});
  return k;
}

}  // namespace

std::shared_ptr<const Norm> top_norm(Index k) {
  return std::make_shared<TopNorm>(checked_count(k));
}

std::shared_ptr<const Norm> k_sparse_norm(Index k) {
  return std::make_shared<KSparseNorm>(checked_count(k));
}

std::shared_ptr<const Norm> owl_norm(Vector weights) {
  return std::make_shared<OwlNorm>(std::move(weights));
}

namespace {

/// Converts the number of a group or variable. Throws InvalidInput unless it is one of 0, 1, ...,
/// count - 1.
Index whole_number(const InvalidInput::Argument& argument, double value, Index count,
                   const char* what) {
  if (!(value >= 0 && value == std::floor(value))) {
    throw InvalidInput(argument, value, compose("must be the number of a {}, 0, 1, 2, ...", what));
  }
  if (value >= static_cast<double>(count)) {
    throw InvalidInput(
        argument, value,
        compose(
            "must be below {}, since {}s are numbered from 0 without gaps and there are no more",
            count, what));
  }
  return static_cast<Index>(value);
}

void require_no_gap(const std::vector<std::vector<Index>>& members) {
  for (std::size_t group = 0; group < members.size(); ++group) {
    if (!members[group].empty()) continue;
    throw InvalidInput(
        "groups", std::nullopt,
        compose("nothing is in group {}, though there is a group {}", group, members.size() - 1),
        "number them from 0 without gaps");
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
      throw InvalidInput({"groups", group}, "is empty, must have at least one variable");
    }
    for (std::size_t k = 0; k < members[group].size(); ++k) {
      const Index variable = members[group][k];
      if (variable < 0) {
        throw InvalidInput({"groups", compose("[{}][{}]", group, k)}, variable,
                           "must be the index of a variable, at least 0");
      }
      members_.push_back(variable);
    }
    const auto begin = members_.begin() + starts_.back();
    std::sort(begin, members_.end());
    const auto twice = std::adjacent_find(begin, members_.end());
    if (twice != members_.end()) {
      throw InvalidInput({"groups", group},
                         compose("has the variable {} twice, must have it once", *twice));
    }
    starts_.push_back(static_cast<Index>(members_.size()));
    largest_ = std::max(largest_, static_cast<Index>(members[group].size()));
  }
  // If there are more variables than memberships, one of the first `count` variables has none.
  const auto count = static_cast<Index>(members_.size());
  dimension_ = *std::max_element(members_.begin(), members_.end()) + 1;
  std::vector<char> is_member(static_cast<std::size_t>(std::min(dimension_, count)), false);
  for (const Index variable : members_) {
    if (variable < count) is_member[variable] = true;
  }
  const auto missing = std::find(is_member.begin(), is_member.end(), false);
  if (missing == is_member.end() && dimension_ <= count) return;
  throw InvalidInput("groups", std::nullopt,
                     compose("variable {} is in none, though there is a variable {}",
                             missing - is_member.begin(), dimension_ - 1),
                     "put it into a group of its own");
}

std::span<const Index> Groups::members(Index group) const {
  const auto at = static_cast<std::size_t>(group);
  return std::span(members_).subspan(static_cast<std::size_t>(starts_[at]),
                                     static_cast<std::size_t>(starts_[at + 1] - starts_[at]));
}

Groups Groups::of_variables(ConstVectorRef numbers) {
  std::vector<std::vector<Index>> members;
  for (Index i = 0; i < numbers.size(); ++i) {
    add_member(members, whole_number({"groups", i}, numbers[i], numbers.size(), "group"), i);
  }
  require_no_gap(members);
  return Groups(members);
}

Groups Groups::of_pairs(const Matrix& pairs) {
  if (pairs.cols() != 2) {
    throw InvalidInput(
        "groups",
        compose(
            "has {} columns, must have one, the group of each variable, or two, variable and group",
            pairs.cols()));
  }
  std::vector<std::vector<Index>> members;
  for (Index row = 0; row < pairs.rows(); ++row) {
    const Index count = pairs.rows();
    const Index i = whole_number({"groups", row, 0}, pairs(row, 0), count, "variable");
    const Index group = whole_number({"groups", row, 1}, pairs(row, 1), count, "group");
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
  if (!groups) throw InvalidInput("groups", "null", "must be groups of variables");
  return std::make_shared<GroupNorm>(std::move(groups), within);
}

}  // namespace acgd
