#pragma once

#include <cstdint>

#include "acgd/core/archive.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The oracle of one run, as its direction rule asks it: every call is counted and timed.
class OracleCalls {
 public:
  explicit OracleCalls(const Oracle& set) : set_(set) {}

  const Oracle& set() const { return set_; }

  /// answer.atom = argmin { <g, v> : v in C }, up to answer.accuracy; answer.error says how close.
  void ask(const Gradient& gradient, OracleCall& answer);

  /// The same, and in answer.others up to `most` atoms more, where the set has them for the price of
  /// one: a single call.
  void ask_several(const Gradient& gradient, Index most, OracleCall& answer);

  /// How accurate an answer has to be at this point to be of use to the run: OracleCall::accuracy.
  double accuracy() const { return accuracy_; }
  void set_accuracy(double accuracy) { accuracy_ = accuracy; }

  /// Whether a rule that calls the LMO only now and then has to call it at this point: the run is
  /// about to end here, and without a certificate nobody knows how far x is from the minimum.
  bool is_required() const { return is_required_; }
  void set_required(bool required) { is_required_ = required; }

  std::int64_t count() const { return count_; }
  double seconds() const { return seconds_; }

  void visit(Archive& archive) { archive(count_, seconds_); }

 private:
  const Oracle& set_;
  double accuracy_ = 0;
  bool is_required_ = false;
  std::int64_t count_ = 0;
  double seconds_ = 0;
};

}  // namespace acgd
