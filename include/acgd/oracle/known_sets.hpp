#pragma once

#include <string_view>
#include <vector>

#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// A set that has a name, and what its own header says of it. Lists, help, completions, the shell
/// and the tables of the docs follow.
struct KnownSet {
  /// As in "lp:P:R" or "simplex[:T]": a letter a parameter, in order; brackets around those that
  /// need not be given. MxN stands for rows and cols.
  std::string_view syntax;
  std::string_view formula;  ///< lines
  std::string_view cost;     ///< of minimising over it
  std::string_view example;  ///< arguments of `acgd solve`
  std::string_view values;   ///< with the parameters filled in, for completions: "l1:1 l1:10"
  std::string_view missing;  ///< the library that it needs and this build lacks: "Clp"; else empty
  SetChoice choice;          ///< with default parameters

  std::string_view name() const { return choice.name(); }
  std::string_view sentence() const { return choice.sentence(); }
  /// How many parameters must be given.
  std::size_t required() const;
};

/// All of them: the one table of sets.
const std::vector<KnownSet>& known_sets();

}  // namespace acgd
