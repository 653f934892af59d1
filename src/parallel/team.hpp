#pragma once

#include <chrono>
#include <memory>

#include "acgd/parallel/team.hpp"

namespace acgd {

/// A team whose every gather and exchange begins so much later, as if the ranks were as far apart: what
/// a run would take on another network, without having one. The numbers stay what they are.
std::shared_ptr<const Team> delayed_team(std::shared_ptr<const Team> team,
                                         std::chrono::duration<double> delay);

}  // namespace acgd
