#include "acgd/oracle/transport_plans.hpp"

#include <cmath>
#include <memory>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/transport_simplex.hpp"

namespace acgd {
namespace {

void require_margins(const char* argument, const Vector& margins) {
  if (margins.size() == 0) throw InvalidInput(compose("{}: none, must have sums >= 0", argument));
  for (Index i = 0; i < margins.size(); ++i) {
    if (margins[i] >= 0 && std::isfinite(margins[i])) continue;
    throw InvalidInput(compose("{}[{}] = {}: must be >= 0 and finite", argument, i, margins[i]));
  }
  if (std::isfinite(margins.sum())) return;
  throw InvalidInput(compose("{}: sum to {}, must have a finite sum", argument, margins.sum()));
}

}  // namespace

std::unique_ptr<Oracle> TransportPlans::Parameters::begin(const SetContext& context) const {
  const std::vector<Vector> lines = context.reader().lines(file);
  if (lines.size() != 2) {
    throw InvalidInput(
        compose("file: has {} lines of numbers, must have two: the sums of the rows, then those of "
                "the columns",
                lines.size()));
  }
  return std::make_unique<TransportPlans>(lines[0], lines[1]);
}

TransportPlans::TransportPlans(Vector rows, Vector columns)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  require_margins("rows", rows_);
  require_margins("columns", columns_);
  constexpr Index kMost = Index{1} << 30;
  if (rows_.size() + columns_.size() > kMost) {
    throw InvalidInput(compose("columns: {} and {} rows, must be at most {} together",
                               columns_.size(), rows_.size(), kMost));
  }
  const double supplied = rows_.sum(), asked = columns_.sum();
  if (std::abs(supplied - asked) > 1e-9 * std::max(supplied, asked)) {
    throw InvalidInput(
        compose("columns: sum to {}, must sum to {} like the rows", asked, supplied));
  }
}

std::string TransportPlans::name() const {
  return compose("transport plans from {} rows to {} columns", rows_.size(), columns_.size());
}

void TransportPlans::minimize(const Gradient& gradient, LmoResult& lmo) const {
  auto& simplex = lmo.memory<std::shared_ptr<TransportSimplex>>();
  if (!simplex) simplex = std::make_shared<TransportSimplex>(rows_, columns_);
  simplex->solve(gradient.dense());
  Atom::Sparse& plan = lmo.atom.become_sparse(dimension());
  plan.indices.reserve(static_cast<std::size_t>(rows_.size() + columns_.size()));
  plan.values.reserve(static_cast<std::size_t>(rows_.size() + columns_.size()));
  for (const auto& [entry, amount] : simplex->plan()) {
    plan.indices.push_back(entry);
    plan.values.push_back(amount);
  }
  lmo.error = simplex->error();
}

Violation TransportPlans::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const Eigen::Map<const Matrix> entries(x.data(), rows_.size(), columns_.size());
  Violation worst;
  Index i = 0, j = 0;
  const double least = entries.minCoeff(&i, &j);
  if (least < 0) worst = {-least, compose("X({}, {}) = {} is negative", i, j, least)};
  const auto note = [&](const Vector& sums, const Vector& margins, const char* what) {
    Index k = 0;
    const double off = (sums - margins).cwiseAbs().maxCoeff(&k);
    if (off <= worst.distance) return;
    worst = {off, compose("{} {} sums to {}, not {}", what, k, sums[k], margins[k])};
  };
  note(entries.rowwise().sum(), rows_, "row");
  note(entries.colwise().sum(), columns_, "column");
  return worst;
}

}  // namespace acgd
