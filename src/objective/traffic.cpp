#include "acgd/objective/traffic.hpp"

#include "acgd/objective/identity_map.hpp"

namespace acgd {

Composite traffic(const std::vector<LinkCost>& links) {
  auto loss = std::make_shared<BeckmannLoss>(links);
  auto map = std::make_shared<IdentityMap>(loss->size());
  return Composite(std::move(loss), std::move(map));
}

}  // namespace acgd
