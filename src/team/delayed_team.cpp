#include "team/delayed_team.hpp"

#include <thread>
#include <utility>

namespace acgd {
namespace {

class DelayedTeam final : public Team {
 public:
  DelayedTeam(std::shared_ptr<const Team> team, std::chrono::duration<double> delay)
      : team_(std::move(team)), delay_(delay) {}

  int rank() const override { return team_->rank(); }
  int size() const override { return team_->size(); }

  void gather(std::span<const std::byte> mine, std::span<const Index> counts,
              std::span<std::byte> all) const override {
    wait();
    team_->gather(mine, counts, all);
  }
  void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                std::span<std::byte> in, std::span<const Index> in_counts) const override {
    wait();
    team_->exchange(out, out_counts, in, in_counts);
  }

 private:
  // Awake: to sleep takes the system longer than many a delay is.
  void wait() const {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    while (Clock::now() - begin < delay_) std::this_thread::yield();
  }

  std::shared_ptr<const Team> team_;
  std::chrono::duration<double> delay_;
};

}  // namespace

std::shared_ptr<const Team> delayed_team(std::shared_ptr<const Team> team,
                                         std::chrono::duration<double> delay) {
  return std::make_shared<DelayedTeam>(std::move(team), delay);
}

}  // namespace acgd
