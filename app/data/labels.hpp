#pragma once

#include <string>
#include <vector>

#include "acgd/fit/family.hpp"
#include "app/data/dataset.hpp"

namespace acgd::spec {

/// What is to be done to targets.
enum class Labels {
  keep,           ///< numbers stay as they are
  zero_one,       ///< two values become 0 and 1
  plus_minus,     ///< two values become -1 and +1
  probabilities,  ///< two values become 0 and 1, unless all are in [0, 1]
  signs,          ///< two classes become 0 and 1, which the loss takes as -1 and +1
  signs_kept,     ///< the same of -1 and +1 only
  classes,        ///< classes become 0, 1, 2, ...
};

/// The meaning of --labels for a loss of this kind. Throws InvalidInput for another text than auto,
/// keep, 01 and pm1, and for one that the loss cannot use.
Labels to_labels(const std::string& text, TargetKind kind);

/// A code for each class. Without classes, targets are numbers already.
struct Coding {
  std::vector<std::string> classes = {};  ///< as files call them; numbers in their shortest form
  Vector codes = {};
  std::string description = {};  ///< "labels -1/+1 taken as 0/1"; empty: nothing to report

  /// Whether the codes are 0, 1, 2, ..., the numbers of classes.
  bool numbers_classes() const;
  /// NaN where a target is missing, or is none of the classes.
  Vector encode(const data::Targets& targets) const;
};

/// Advice for words where numbers are needed.
std::string advice_on_words();

/// Throws InvalidInput, with advice, if these targets cannot be coded in this way.
Coding choose_coding(Labels labels, const data::Targets& targets);

/// "a", "a and b", "a, b and c", cut off if there are many.
std::string shown_list(const std::vector<std::string>& names, const char* joint);

}  // namespace acgd::spec
