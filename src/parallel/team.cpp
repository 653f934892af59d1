#include "acgd/parallel/team.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"
#include "parallel/team.hpp"

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
  // Busy wait: sleeping takes longer than many delays.
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

namespace {

class Alone final : public Team {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void gather(std::span<const std::byte> mine, std::span<const Index>,
              std::span<std::byte> all) const override {
    if (!mine.empty()) std::memmove(all.data(), mine.data(), mine.size());
  }
  void exchange(std::span<const std::byte> out, std::span<const Index>, std::span<std::byte> in,
                std::span<const Index>) const override {
    if (!out.empty()) std::memmove(in.data(), out.data(), out.size());
  }
};

}  // namespace

std::shared_ptr<const Team> alone() {
  static const std::shared_ptr<const Team> team = std::make_shared<Alone>();
  return team;
}

std::vector<Index> gather_numbers(const Team& team, Index mine) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const std::vector<Index> counts(ranks, sizeof(Index));
  std::vector<Index> all(ranks);
  team.gather(std::as_bytes(std::span<const Index>(&mine, 1)), counts,
              std::as_writable_bytes(std::span<Index>(all)));
  return all;
}

std::vector<Index> add_numbers(const Team& team, const std::vector<Index>& mine) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const std::vector<Index> counts(ranks, static_cast<Index>(mine.size() * sizeof(Index)));
  std::vector<Index> all(ranks * mine.size()), sums(mine.size());
  team.gather(bytes_of(mine), counts, std::as_writable_bytes(std::span<Index>(all)));
  for (std::size_t k = 0; k < all.size(); ++k) sums[k % mine.size()] += all[k];
  return sums;
}

std::vector<std::string> gather_texts(const Team& team, const std::string& mine) {
  const std::vector<Index> sizes = gather_numbers(team, static_cast<Index>(mine.size()));
  std::string all(static_cast<std::size_t>(std::reduce(sizes.begin(), sizes.end(), Index{0})), ' ');
  team.gather(std::as_bytes(std::span<const char>(mine)), sizes,
              std::as_writable_bytes(std::span<char>(all)));
  std::vector<std::string> texts;
  std::size_t begin = 0;
  for (const Index size : sizes) {
    texts.push_back(all.substr(begin, static_cast<std::size_t>(size)));
    begin += static_cast<std::size_t>(size);
  }
  return texts;
}

std::string broadcast(const Team& team, const std::string& text) {
  return gather_texts(team, team.rank() == 0 ? text : std::string()).front();
}

namespace {

/// The fields of an error and of its causes.
void save(const InvalidInput& error, Archive& archive) {
  InvalidInput::Fields fields = error.fields();
  bool has_value = fields.value.has_value(), has_cause = fields.cause != nullptr;
  std::string value = fields.value.value_or("");
  archive(fields.argument, fields.place, has_value, value, fields.rule, fields.hint, has_cause);
  if (has_cause) save(*fields.cause, archive);
}

InvalidInput load(Archive& archive) {
  InvalidInput::Fields fields;
  bool has_value = false, has_cause = false;
  std::string value;
  archive(fields.argument, fields.place, has_value, value, fields.rule, fields.hint, has_cause);
  if (has_value) fields.value = std::move(value);
  if (has_cause) fields.cause = std::make_shared<const InvalidInput>(load(archive));
  return InvalidInput(std::move(fields));
}

}  // namespace

void agree(const Team& team, const std::optional<InvalidInput>& error) {
  Archive mine;  // stays empty without an error
  if (error) save(*error, mine);
  for (const std::string& bytes : gather_texts(team, std::move(mine).take())) {
    if (bytes.empty()) continue;
    Archive archive{std::string_view(bytes)};
    throw load(archive);
  }
}

}  // namespace acgd
