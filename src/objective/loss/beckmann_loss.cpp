#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

using BeckmannLink = BeckmannLoss::Link;

// Largest integer power computed by products. The power is 4 in most road networks.
constexpr int kMostProducts = 16;
// If t' is infinite at 0, smaller flows than this fraction of the capacity use t' there.
constexpr double kLeastLoad = 1e-6;

BeckmannLink checked_link(const LinkCost& cost, std::size_t index) {
  const auto check = [&](const char* member, double value) {
    if (value >= 0 && std::isfinite(value)) return;
    throw InvalidInput({"links", compose("[{}].{}", index, member)}, value,
                       "must be >= 0 and finite");
  };
  check("free_flow_time", cost.free_flow_time);
  check("b", cost.b);
  check("power", cost.power);
  check("capacity", cost.capacity);
  check("fixed", cost.fixed);
  BeckmannLink link;
  link.fixed = cost.fixed;
  const double slowdown = cost.free_flow_time * cost.b;
  const double always = cost.power == 0 ? slowdown : 0;
  link.empty = cost.free_flow_time + always + cost.fixed;
  link.whole = 0;
  if (slowdown == 0 || cost.power == 0) return link;
  if (cost.capacity == 0) {
    throw InvalidInput({"links", compose("[{}].capacity", index)}, "0",
                       "must be positive, or b = 0 for a link without congestion");
  }
  link.slowdown = slowdown;
  link.capacity = cost.capacity;
  link.power = cost.power;
  const bool is_whole = cost.power <= kMostProducts && cost.power == std::floor(cost.power);
  link.whole = is_whole ? static_cast<int>(cost.power) : -1;
  return link;
}

/// max(flow, 0) / capacity; NaN stays NaN.
double load_of(const BeckmannLink& link, double flow) {
  return flow < 0 ? 0 : flow / link.capacity;
}

double product_of(double u, int count) {
  double product = 1;
  for (; count > 0; count /= 2) {
    if (count % 2 == 1) product *= u;
    u *= u;
  }
  return product;
}

/// u^power
double raised(const BeckmannLink& link, double u) {
  return link.whole >= 0 ? product_of(u, link.whole) : std::pow(u, link.power);
}

double time_of(const BeckmannLink& link, double flow) {
  return link.empty + link.slowdown * raised(link, load_of(link, flow));
}

double steepness_of(const BeckmannLink& link, double flow) {
  if (link.slowdown == 0) return 0;
  const double load = std::max(load_of(link, flow), link.power < 1 ? kLeastLoad : 0);
  const double power =
      link.whole >= 0 ? product_of(load, link.whole - 1) : std::pow(load, link.power - 1);
  return link.slowdown * link.power / link.capacity * power;
}

double integral_of(const BeckmannLink& link, double flow) {
  return flow * (link.empty + link.slowdown / (link.power + 1) * raised(link, load_of(link, flow)));
}

/// v^(power + 1) - u^(power + 1), where move = v - u without its rounding error.
double rise_of(const BeckmannLink& link, double u, double v, double move) {
  if (link.whole >= 0) {
    // (v - u) (v^p + v^(p-1) u + ... + u^p)
    double sum = 1, power_of_u = 1;
    for (int i = 0; i < link.whole; ++i) {
      power_of_u *= u;
      sum = sum * v + power_of_u;
    }
    return move * sum;
  }
  const double exponent = link.power + 1;
  const double growth = exponent * std::log1p(move / u);  // log of (v / u)^exponent
  if (std::abs(growth) < 1) return std::pow(u, exponent) * std::expm1(growth);
  return std::pow(v, exponent) - std::pow(u, exponent);
}

/// The integral of t from `flow` to `flow` + move. The constant part and the congestion part have
/// the same sign, so that they do not cancel.
double change_of(const BeckmannLink& link, double flow, double move) {
  const double constant = link.empty * move;
  if (link.slowdown == 0 || move == 0) return constant;
  const double u = load_of(link, flow), v = load_of(link, flow + move);
  const double way = flow > 0 && flow + move > 0 ? move / link.capacity : v - u;
  if (way == 0) return constant;
  return constant + link.slowdown * link.capacity / (link.power + 1) * rise_of(link, u, v, way);
}

SampleWeights unweighted(Index size) { return {size, nullptr, 1}; }

}  // namespace

BeckmannLoss::BeckmannLoss(const std::vector<LinkCost>& links) {
  if (links.empty()) throw InvalidInput("links", "must not be empty");
  links_.reserve(links.size());
  for (const LinkCost& cost : links) links_.push_back(checked_link(cost, links_.size()));
}

double BeckmannLoss::value(ConstVectorRef z) const {
  assert(z.size() == size());
  return sum_over(unweighted(size()),
                  [&](Index i) ACGD_INLINE_LAMBDA { return integral_of(links_[i], z[i]); });
}

void BeckmannLoss::derivative(ConstVectorRef z, VectorRef r) const {
  assert(z.size() == size() && r.size() == size());
  for (Index i = 0; i < size(); ++i) r[i] = time_of(links_[i], z[i]);
}

double BeckmannLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                            double t) const {
  assert(z.size() == size() && w.size() == size());
  return sum_over(unweighted(size()),
                  [&](Index i) ACGD_INLINE_LAMBDA { return change_of(links_[i], z[i], t * w[i]); });
}

double BeckmannLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  assert(z.size() == size() && w.size() == size());
  return sum_over(unweighted(size()), [&](Index i) ACGD_INLINE_LAMBDA {
    return time_of(links_[i], z[i] + t * w[i]) * w[i];
  });
}

std::optional<Derivatives> BeckmannLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                     double t) const {
  assert(z.size() == size() && w.size() == size());
  return sum_derivatives(unweighted(size()), [&](Index i) ACGD_INLINE_LAMBDA {
    const Link& link = links_[i];
    const double flow = z[i] + t * w[i];
    return Derivatives{time_of(link, flow) * w[i], steepness_of(link, flow) * w[i] * w[i]};
  });
}

void BeckmannLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  assert(z.size() == size() && d.size() == size());
  for (Index i = 0; i < size(); ++i) {
    d[i] = steepness_of(links_[i], z[i]);
  }
}

double BeckmannLoss::infimum() const {
  const bool is_free =
      std::all_of(links_.begin(), links_.end(), [](const Link& link) { return link.empty == 0; });
  return is_free ? 0 : -std::numeric_limits<double>::infinity();
}

std::optional<double> BeckmannLoss::lipschitz() const {
  double most = 0;
  for (const Link& link : links_) {
    if (link.slowdown == 0) continue;
    if (link.whole != 1) return std::nullopt;
    most = std::max(most, link.slowdown / link.capacity);
  }
  return most;
}

double BeckmannLoss::total_time(const Vector& z) const {
  assert(z.size() == size());
  return sum_over(unweighted(size()), [&](Index i) ACGD_INLINE_LAMBDA {
    const Link& link = links_[i];
    return z[i] * (time_of(link, z[i]) - link.fixed);
  });
}

}  // namespace acgd
