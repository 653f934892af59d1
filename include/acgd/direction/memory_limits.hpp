#pragma once

#include <string_view>

#include "acgd/core/description.hpp"

namespace acgd {

/// How much a direction rule may remember. Every rule with a memory has these two; where vertices
/// are read off x there is nothing to bound.
struct MemoryLimits {
  Index max_atoms = 10000;
  Index max_bytes = Index{1} << 30;

  /// The rows of any rule that has these members, and `lazy` perhaps.
  template <class Rule>
  static Description describe(Rule& rule) {
    Description rows;
    if constexpr (requires { rule.lazy; }) {
      rows.push_back({"lazy", rule.lazy, range::any,
                      "asks the oracle only where no kept atom promises enough"});
    }
    rows.push_back({"max_atoms", rule.max_atoms, range::from_2,
                    "keeps at most so many atoms: then the lightest of them are merged into one"});
    rows.push_back({"max_bytes", rule.max_bytes, range::from_1,
                    "keeps atoms of at most so many bytes, merged likewise"});
    return rows;
  }
};

}  // namespace acgd
