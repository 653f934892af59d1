#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/trace/trace.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd {
namespace {

namespace fs = std::filesystem;
using acgd_test::bytes_of;
using acgd_test::refusal;
using acgd_test::TemporaryFolder;

constexpr Index kIterations = 25;

Observer into(TraceStream& stream) {
  return [&stream](const Record& record) {
    stream.add(record);
    return false;
  };
}

Result run(Options options) {
  options.direction = FrankWolfe{};
  options.max_iterations = kIterations;
  options.gap_tolerance = 0;
  return minimize(acgd_test::rosenbrock(4), L1Ball(4, 3.0), Vector::Zero(4), options);
}

/// The rows without seconds, which must be identical to the bit.
std::string without_seconds(const std::string& csv) {
  std::istringstream lines(csv);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    text += line.substr(0, first) + line.substr(second) + "\n";
  }
  return text;
}

TEST(TraceStream, HasRowsOfTrace) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "t.csv";
  for (const Index every : {1, 4, 100}) {
    TraceStream stream(file, every);
    const Result result = run({.trace = true, .trace_every = every, .observer = into(stream)});
    ASSERT_EQ(result.counts.iterations, kIterations);
    stream.finish();
    EXPECT_EQ(bytes_of(file), to_csv(result.trace)) << every;
    EXPECT_FALSE(fs::exists(TraceStream::partial_of(file)));
  }
}

TEST(TraceStream, KeepsOldFileUntilRunEnds) {
  const TemporaryFolder folder;
  const fs::path file = folder.file("t.csv", "former");
  TraceStream stream(file);
  EXPECT_FALSE(fs::exists(TraceStream::partial_of(file)));
  stream.add({.iteration = 0, .step = 1});
  stream.sync();
  EXPECT_EQ(bytes_of(file), "former");
  EXPECT_EQ(bytes_of(TraceStream::partial_of(file)), to_csv({{.iteration = 0, .step = 1}}));
  stream.finish();
  EXPECT_EQ(bytes_of(file), to_csv({{.iteration = 0, .step = 1}}));
}

TEST(TraceStream, RejectsFileOfOtherWriter) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "t.csv";
  TraceStream first(file);
  first.add({});
  EXPECT_EQ(refusal([&] { TraceStream second(file); }),
            "trace = " + file.string() + ": another run is writing " + file.string() +
                ".partial: must be another file");
  first.finish();
  EXPECT_EQ(refusal([&] { TraceStream second(file); }), "");
}

TEST(TraceStream, ContinuesFromCheckpoint) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "t.csv";
  Options whole;
  whole.trace = true;
  const std::string expected = without_seconds(to_csv(run(whole).trace));
  // The first run ends early: some of its rows are behind the last checkpoint, and stay in
  // FILE.partial, or in FILE if it was finished.
  for (const bool finished : {false, true}) {
    auto saved = std::make_shared<Checkpoint>();
    {
      TraceStream stream(file);
      Options options;
      options.observer = [&](const Record& record) {
        stream.add(record);
        return record.iteration == 13;
      };
      options.checkpoint.every = 5;
      options.checkpoint.save = [&](const Checkpoint& checkpoint) {
        stream.sync();
        if (checkpoint.iteration <= 10) *saved = checkpoint;
      };
      run(options);
      stream.sync();
      if (finished) stream.finish();
    }
    ASSERT_EQ(saved->iteration, 10);
    TraceStream stream(file);
    stream.resume_at(saved->iteration);
    run({.observer = into(stream), .resume = saved});
    stream.finish();
    EXPECT_EQ(without_seconds(bytes_of(file)), expected) << finished;
    fs::remove(file);
  }
}

TEST(TraceStream, RejectsContinuationWithMissingRows) {
  const TemporaryFolder folder;
  const std::string rows = to_csv({{.iteration = 0, .step = 1}, {.iteration = 1, .step = 1}});
  const auto file = folder.file("t.csv", rows);
  EXPECT_EQ(refusal([&] { TraceStream(file).resume_at(2); }), "");
  EXPECT_NE(refusal([&] { TraceStream(file).resume_at(3); }).find("before iteration 3"),
            std::string::npos);
  EXPECT_NE(refusal([&] { TraceStream(file, 2).resume_at(3); }), "");
  folder.file("t.csv", rows.substr(0, rows.size() - 1));  // the last row may be incomplete
  EXPECT_NE(refusal([&] { TraceStream(file).resume_at(2); }), "");
  EXPECT_EQ(refusal([&] { TraceStream(file).resume_at(1); }), "");
  EXPECT_NE(refusal([&] { TraceStream(file, 0); }), "");
}

TEST(TraceStream, SinkGetsCompleteRowsUntilItFails) {
  std::string seen;
  int calls = 0;
  TraceStream stream([&](std::string_view rows) {
    EXPECT_TRUE(rows.ends_with('\n'));
    seen += rows;
    if (++calls == 3) throw std::runtime_error("full");
  });
  Trace trace;
  for (Index k = 0; k < 4; ++k)
    trace.push_back({.iteration = k, .seconds = 0.15 * static_cast<double>(k), .step = 1});
  stream.add(trace[0]);
  EXPECT_EQ(calls, 1);  // observers see the first row at once
  stream.add(trace[1]);
  EXPECT_EQ(calls, 1);
  stream.add(trace[2]);
  EXPECT_EQ(seen, to_csv({trace[0], trace[1], trace[2]}));
  stream.add(trace[3]);
  EXPECT_THROW(stream.sync(), std::runtime_error);
  EXPECT_THROW(stream.add(trace[3]), std::runtime_error);
  EXPECT_THROW(stream.finish(), std::runtime_error);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace acgd
