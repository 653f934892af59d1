#include "solve/agreement.hpp"

#include <algorithm>
#include <stdexcept>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "solve/checks.hpp"

namespace acgd {
namespace {

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "it was no std::exception";
  }
}

/// Throws on every rank: its own failure, or a runtime_error with the text of the first rank with
/// one.
[[noreturn]] void fail_together(const Team& team, const std::exception_ptr& mine) {
  const auto failed = gather_numbers(team, mine ? 1 : 0);
  const auto texts = gather_texts(team, mine ? text_of(mine) : std::string());
  if (mine) std::rethrow_exception(mine);
  const Index rank = std::ranges::find(failed, 1) - failed.begin();
  throw std::runtime_error(compose("the observer of rank {} has failed: {}", rank, texts[rank]));
}

std::string parameters(const Description& description, std::string_view of) {
  std::string lines;
  for (const Parameter& parameter : description) {
    const std::string name =
        of.empty() ? std::string(parameter.name) : compose("{}.{}", of, parameter.name);
    lines += compose("{} = {}\n", name, value_text(parameter));
  }
  return lines;
}

std::int64_t checksum_of(Atom atom) {
  Archive archive;
  archive(atom);
  return static_cast<std::int64_t>(checksum(std::move(archive).take()) >> 1);
}

/// Name and value of everything that must be equal on all ranks, one per line.
std::string described(const Problem& problem, const Options& options) {
  Options copy = options;
  copy.threads.reset();  // the result does not depend on it
  std::string lines = parameters(copy.describe(), "");
  lines += compose("step = {}\n", options.step.name()) + parameters(copy.step.describe(), "step");
  lines += compose("direction = {}\n", options.direction.name()) +
           parameters(copy.direction.describe(), "direction");
  lines += compose("norm = {}\n", options.norm ? options.norm->name() : std::string("null"));
  if (!problem.set) return lines;
  lines += compose("mode = {}\nset = {}\n", to_string(problem.mode), problem.set->name());
  lines += compose("checksum of x0 = {}\n", checksum_of(problem.x0.atom()));
  if (!problem.x_previous) return lines;
  return lines + compose("checksum of x_previous = {}\n", checksum_of(*problem.x_previous));
}

std::string line_at(const std::string& text, std::size_t place) {
  const std::size_t begin = place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
  return text.substr(begin, text.find('\n', place) - begin);
}

void compare(const Team& team, const std::string& mine) {
  const std::vector<std::string> all = gather_texts(team, mine);
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    const auto [first, other] = std::ranges::mismatch(all[0], all[rank]);
    if (first == all[0].end() && other == all[rank].end()) continue;
    const auto place = static_cast<std::size_t>(first - all[0].begin());
    throw InvalidInput("team", compose("rank {} has {}, rank 0 has {}: all must have the same",
                                       rank, line_at(all[rank], place), line_at(all[0], place)));
  }
}

/// Returns the checkpoint of rank 0 on all ranks.
std::shared_ptr<const Checkpoint> broadcast(const Team& team,
                                            const std::shared_ptr<const Checkpoint>& mine) {
  const Index iteration = gather_numbers(team, mine ? mine->iteration : -1).front();
  if (iteration < 0) return nullptr;
  std::string state = acgd::broadcast(team, mine ? mine->state : std::string());
  if (team.rank() == 0) return mine;
  return std::make_shared<const Checkpoint>(Checkpoint{iteration, std::move(state)});
}

}  // namespace

Agreement::Agreement(std::shared_ptr<const Team> team)
    : team_(std::move(team)),
      counts_(static_cast<std::size_t>(team_->size()), sizeof(Message)),
      all_(counts_.size()) {}

Signs Agreement::on(const Signs& mine) {
  if (team_->size() == 1) return mine;
  const Message message{mine.seconds, mine.observer_asked, mine.interrupted,
                        mine.failure != nullptr};
  team_->gather(std::as_bytes(std::span(&message, 1)), counts_,
                std::as_writable_bytes(std::span(all_)));
  Signs signs{.seconds = all_[0].seconds};
  bool failed = false;
  for (const Message& theirs : all_) {
    signs.observer_asked |= theirs.observer_asked != 0;
    signs.interrupted |= theirs.interrupted != 0;
    failed |= theirs.failed != 0;
  }
  if (failed) fail_together(*team_, mine.failure);
  return signs;
}

Options agreed(const Problem& problem, const Options& options) {
  const Team& team = *options.team;
  compare(team, described(problem, options));
  together(team, [&] { check_input(problem, options); });
  Options alike = options;
  alike.resume = broadcast(team, options.resume);
  const bool saves = gather_numbers(team, options.checkpoint.save ? 1 : 0).front() == 1;
  if (team.rank() > 0) {
    alike.checkpoint.save = {};
    if (saves) alike.checkpoint.save = [](const Checkpoint&) {};
  }
  return alike;
}

}  // namespace acgd
