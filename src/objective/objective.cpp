#include "acgd/objective/objective.hpp"

#include "acgd/objective/black_box_cursor.hpp"

namespace acgd {

std::unique_ptr<Cursor> Objective::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return std::make_unique<BlackBoxCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
