#pragma once

#include <condition_variable>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "acgd/parallel/team.hpp"

namespace acgd {

/// A team whose ranks are threads of this process.
class ThreadTeam {
 public:
  /// Runs work(team) once for each rank, all at the same time. The first exception of a rank is
  /// rethrown here, and ranks that wait for it, or for one that has ended, stop waiting.
  static void run(int ranks, const std::function<void(std::shared_ptr<const Team>)>& work) {
    ThreadTeam shared(ranks);
    {
      std::vector<std::jthread> threads;
      for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
          try {
            work(std::make_shared<Member>(shared, rank));
            shared.leave();
          } catch (...) {
            shared.fail(std::current_exception());
          }
        });
      }
    }
    if (shared.error_) std::rethrow_exception(shared.error_);
  }

 private:
  struct Post {
    const std::byte* data = nullptr;
    std::vector<Index> counts;
  };

  class Member final : public Team {
   public:
    Member(ThreadTeam& shared, int rank) : shared_(shared), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(shared_.posts_.size()); }

    void gather(std::span<const std::byte> mine, std::span<const Index> counts,
                std::span<std::byte> all) const override {
      post(mine, {});
      std::byte* to = all.data();
      for (std::size_t r = 0; r < shared_.posts_.size(); ++r) {
        if (counts[r] > 0)
          std::memcpy(to, shared_.posts_[r].data, static_cast<std::size_t>(counts[r]));
        to += counts[r];
      }
      shared_.meet();
    }

    void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                  std::span<std::byte> in, std::span<const Index> in_counts) const override {
      post(out, out_counts);
      std::byte* to = in.data();
      for (std::size_t r = 0; r < shared_.posts_.size(); ++r) {
        const Post& theirs = shared_.posts_[r];
        const std::byte* from = theirs.data;
        for (int before = 0; before < rank_; ++before) from += theirs.counts[before];
        if (in_counts[r] > 0) std::memcpy(to, from, static_cast<std::size_t>(in_counts[r]));
        to += in_counts[r];
      }
      shared_.meet();
    }

   private:
    void post(std::span<const std::byte> data, std::span<const Index> counts) const {
      Post& mine = shared_.posts_[rank_];
      mine.data = data.data();
      mine.counts.assign(counts.begin(), counts.end());
      shared_.meet();
    }

    ThreadTeam& shared_;
    int rank_;
  };

  explicit ThreadTeam(int ranks) : posts_(static_cast<std::size_t>(ranks)) {}

  /// Waits for all ranks. It sleeps, since there are more ranks than processors.
  void meet() {
    std::unique_lock lock(mutex_);
    const long round = round_;
    if (has_left_) throw std::runtime_error("another rank has ended");
    if (++arrived_ == posts_.size()) {
      arrived_ = 0;
      ++round_;
      all_here_.notify_all();
    } else {
      all_here_.wait(lock, [&] { return round_ != round || error_ || has_left_; });
      if (round_ == round) throw std::runtime_error("another rank has failed or ended");
    }
  }

  void leave() {
    const std::unique_lock lock(mutex_);
    has_left_ = true;
    all_here_.notify_all();
  }

  void fail(std::exception_ptr error) {
    const std::unique_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    all_here_.notify_all();
  }

  std::vector<Post> posts_;
  std::exception_ptr error_;  ///< the first
  std::mutex mutex_;
  std::condition_variable all_here_;
  std::size_t arrived_ = 0;
  bool has_left_ = false;  ///< some rank has ended: no barrier can complete
  long round_ = 0;
};

}  // namespace acgd
