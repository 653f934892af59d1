#pragma once

#include <cstdint>

#include "acgd/core/archive.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/problem.hpp"

namespace acgd {

/// The problem of a run, as far as a checkpoint can tell it from others: mode, set and norm by
/// their names, objective and oracle by what they say at x0.
class Identity {
 public:
  /// The cursor stands at x0, until the first advance() or until it is loaded. Throws InvalidInput
  /// if the set cannot do with the gradients of the objective.
  Identity(const Problem& problem, const Options& options, Cursor& at_x0);

  /// Throws InvalidInput if what it loads is another one. To be loaded before the cursor.
  void visit(Archive& archive);

 private:
  void take_fingerprint();

  const Problem& problem_;
  const Options& options_;
  Cursor& cursor_;
  double accuracy_ = 0;           ///< of the oracle's answer to the gradient at x0
  std::int64_t fingerprint_ = 0;  ///< of value, gradient and that answer
};

}  // namespace acgd
