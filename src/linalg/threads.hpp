#pragma once

#include <optional>

namespace acgd {

/// How many threads a loop of this thread may use: as many as OpenMP offers, or as a ThreadLimit
/// says. One in a process that was forked: the threads that OpenMP keeps waiting stayed behind in
/// the parent, and it would wait for them for ever. Results do not depend on it.
int thread_count();

/// At most so many threads for loops of this thread, as long as it lives; absent: as many as OpenMP
/// offers. Never more than there are processors, for OpenMP ends a program that cannot start all of
/// them.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::optional<int> most);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  std::optional<int> outer_;
};

}  // namespace acgd
