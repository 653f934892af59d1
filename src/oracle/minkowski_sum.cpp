#include "acgd/oracle/minkowski_sum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/wrapped.hpp"

namespace acgd {

struct MinkowskiSum::Memory {
  std::vector<OracleCall> answers;
  AtomSum sum;
};

MinkowskiSum::MinkowskiSum(std::vector<std::shared_ptr<const Oracle>> parts)
    : parts_(std::move(parts)) {
  require_at_least("number of parts", static_cast<long long>(parts_.size()), 1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    require_set(compose("parts[{}]", i).c_str(), parts_[i]);
    if (parts_[i]->dimension() == dimension()) continue;
    throw InvalidInput(compose("parts[{}]: the {} has dimension {}, must have {} like parts[0]", i,
                               parts_[i]->name(), parts_[i]->dimension(), dimension()));
  }
}

std::string MinkowskiSum::name() const {
  constexpr std::size_t most_named = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(parts_.size(), most_named); ++i) {
    names += compose("{} {}", i == 0 ? ":" : " +", parts_[i]->name());
  }
  return compose("sum of {} sets{}{}", parts_.size(), names,
                 parts_.size() > most_named ? " + ..." : "");
}

void MinkowskiSum::minimize(const Gradient& gradient, OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  memory.answers.resize(parts_.size());
  memory.sum.begin(dimension());
  answer.error = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    OracleCall& part = memory.answers[i];
    forget_warm_start(part.atom);
    part.accuracy = answer.accuracy / static_cast<double>(parts_.size());
    part.error = 0;
    parts_[i]->minimize(gradient, part);
    memory.sum.add(part.atom);
    answer.error += part.error;
  }
  memory.sum.write(answer.atom);
}

Violation MinkowskiSum::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

Atom MinkowskiSum::start() const {
  AtomSum sum;
  sum.begin(dimension());
  for (const auto& part : parts_) sum.add(part->start());
  Atom start;
  sum.write(start);
  return start;
}

bool MinkowskiSum::is_polytope() const {
  return all_sets(parts_, [](const Oracle& part) { return part.is_polytope(); });
}

bool MinkowskiSum::rewards_memory() const {
  return all_sets(parts_, [](const Oracle& part) { return part.rewards_memory(); });
}

bool MinkowskiSum::is_norm_ball() const {
  return all_sets(parts_, [](const Oracle& part) { return part.is_norm_ball(); });
}

bool MinkowskiSum::is_interior(ConstVectorRef x) const {
  return x.isZero(0) &&
         all_sets(parts_, [&](const Oracle& part) { return part.violation(x).distance == 0; }) &&
         std::ranges::any_of(parts_, [&](const auto& part) { return part->is_interior(x); });
}

}  // namespace acgd
