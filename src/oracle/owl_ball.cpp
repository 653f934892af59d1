#include "acgd/oracle/owl_ball.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "oracle/file_columns.hpp"
#include "oracle/ranking.hpp"

namespace acgd {

OwlBall::OwlBall(Vector weights, double radius)
    : NormBall(owl_norm(weights), weights.size(), radius), weights_(std::move(weights)) {}

std::unique_ptr<Oracle> OwlBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<OwlBall>(read_list(context, file), radius);
}

void OwlBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Ranking& ranking = answer.memory<Ranking>();
  ranking.keys = g.cwiseAbs();
  ranking.sort();
  double best = 0, best_weight = weights_[0], sum = 0, weight = 0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < ranking.order.size(); ++k) {
    sum += ranking.keys[ranking.order[k]];
    weight += weights_[static_cast<Index>(k)];
    if (!(sum / weight > best)) continue;
    best = sum / weight;
    best_weight = weight;
    count = k + 1;
  }
  const auto begin = ranking.order.begin();
  std::sort(begin, begin + static_cast<Index>(count));
  Atom::Sparse& v = answer.atom.become_sparse(dimension());
  v.indices.reserve(ranking.order.size());
  v.values.reserve(ranking.order.size());
  const double size = radius() / best_weight;
  for (std::size_t k = 0; k < count; ++k) {
    const Index i = ranking.order[k];
    v.indices.push_back(i);
    v.values.push_back(g[i] > 0 ? -size : size);
  }
}

bool OwlBall::recenter(VectorRef x) const {
  static_cast<void>(x);
  return false;
}

}  // namespace acgd
