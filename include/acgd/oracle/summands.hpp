#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

class OracleCall;

/// C = a_1 P_1 + a_2 P_2 + ...: a sum of sets in the same variables, where P_k is the hull of points
/// of zeros and ones (the paths from one node to another, say) and a_k > 0 an amount. An answer of the
/// oracle is a sum of points too, one of each part; here they are told apart.
class Summands {
 public:
  /// A variable. Half as long as an Index: there may be millions of them in memory.
  using Entry = std::int32_t;

  virtual ~Summands() = default;

  /// How many parts there are.
  virtual Index count() const = 0;
  virtual double amount(Index part) const = 0;

  /// answer.atom = Oracle::start(), told apart like the answer to a gradient.
  virtual void begin(OracleCall& answer) const = 0;

  /// Of the answer last given by minimize(): <g, p> for its point p of a part,
  virtual double cost(OracleCall& answer, Index part) const = 0;
  /// and the variables that are 1 in it, in an order of the set's own, appended to a list.
  virtual void append(OracleCall& answer, Index part, std::vector<Entry>& ones) const = 0;

  /// Whether these variables, in any order and each once, are the ones of a point of the part.
  virtual bool has_point(Index part, std::span<const Entry> ones) const = 0;
};

}  // namespace acgd
