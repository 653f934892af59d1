#include "problem/direction_kinds.hpp"

#include "acgd/direction/direction_rules.hpp"

namespace acgd::problem {

const std::vector<DirectionKind>& direction_kinds() {
  static const std::vector<DirectionKind> kinds = {
      Auto{}, Toward{}, Along{}, Away{}, Pairwise{}, BlendedPairwise{}, Corrective{}};
  return kinds;
}

DirectionChoice make_direction(const std::string& text) {
  return make_rule("direction", text, direction_kinds(), {}, nullptr);
}

}  // namespace acgd::problem
