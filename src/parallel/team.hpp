#pragma once

#include <chrono>
#include <memory>

#include "acgd/parallel/team.hpp"

namespace acgd {

/// A team whose gather() and exchange() are delayed by this time, to measure a run under the
/// latency of another network. Results do not change.
std::shared_ptr<const Team> delayed_team(std::shared_ptr<const Team> team,
                                         std::chrono::duration<double> delay);

}  // namespace acgd
