// Checkpoint files: what is rejected, and with which messages.
#include "acgd/solve/checkpoint.hpp"

#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "support/not_finite.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd {
namespace {

using acgd_test::bytes_of;
using acgd_test::refusal;
using acgd_test::TemporaryFolder;

/// A run of eight steps on Rosenbrock's function over an l1 ball, with further options.
Result run(Options options, double radius = 2, double shift = 0) {
  options.direction = FrankWolfe{};
  options.gap_tolerance = 0;
  if (options.max_iterations == 10000) options.max_iterations = 8;
  const Function valley = acgd_test::rosenbrock(3);
  const Function f(
      3, [=](const Vector& x) { return valley.value(x) + shift * x[0]; },
      [=](const Vector& x, Vector& g) {
        valley.gradient(x, g);
        g[0] += shift;
      });
  return minimize(f, L1Ball(3, radius), Vector::Zero(3), options);
}

Checkpoint checkpoint_of(Options options = {}) {
  Checkpoint stored;
  options.checkpoint.save = [&](const Checkpoint& checkpoint) { stored = checkpoint; };
  run(options);
  EXPECT_EQ(stored.iteration, 8);
  return stored;
}

std::string refusal_of(const Checkpoint& checkpoint, Options options = {}, double radius = 2,
                       double shift = 0) {
  options.resume = std::make_shared<Checkpoint>(checkpoint);
  return refusal([&] { run(options, radius, shift); });
}

TEST(CheckpointFile, RoundTrip) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "run.ckpt";
  const Checkpoint checkpoint = checkpoint_of();
  write_checkpoint(file, checkpoint);
  const Checkpoint read = read_checkpoint(file);
  EXPECT_EQ(read.iteration, checkpoint.iteration);
  EXPECT_EQ(read.state, checkpoint.state);
  EXPECT_EQ(refusal_of(read), "");
}

TEST(CheckpointFile, IsRejectedWhenTruncated) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "run.ckpt";
  write_checkpoint(file, checkpoint_of());
  const std::size_t size = bytes_of(file).size();
  std::filesystem::resize_file(file, size + 1);
  EXPECT_NE(refusal([&] { read_checkpoint(file); }).find("extended"), std::string::npos);
  for (std::size_t length = size; length-- > 0;) {
    std::filesystem::resize_file(file, length);
    const std::string words = refusal([&] { read_checkpoint(file); });
    EXPECT_NE(words.find(length < 8 ? "is not a checkpoint" : "cut off"), std::string::npos)
        << length << ": " << words;
  }
}

TEST(CheckpointFile, IsRejectedWhenAnyByteIsChanged) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "run.ckpt";
  write_checkpoint(file, checkpoint_of());
  const std::string bytes = bytes_of(file);
  std::fstream altered(file, std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&](std::size_t i, char byte) {
    altered.seekp(static_cast<std::streamoff>(i)).put(byte).flush();
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int mask : {1, 0x80, 0xff}) {
      put(i, static_cast<char>(bytes[i] ^ mask));
      EXPECT_NE(refusal([&] { read_checkpoint(file); }), "") << i;
    }
    put(i, bytes[i]);
  }
  EXPECT_EQ(refusal([&] { read_checkpoint(file); }), "");
}

TEST(CheckpointFile, ErrorsNameProblem) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "run.ckpt";
  write_checkpoint(file, checkpoint_of());
  const std::string name = "resume = " + file.string() + ": ";
  std::string bytes = bytes_of(file);
  bytes[8] = 8;  // the version follows the eight magic bytes
  folder.file("run.ckpt", bytes);
  EXPECT_EQ(refusal([&] { read_checkpoint(file); }),
            name + "is a checkpoint of version 8, must be of version 7");
  folder.file("run.ckpt", "iteration,time_s,value\n");
  EXPECT_EQ(refusal([&] { read_checkpoint(file); }), name + "is not a checkpoint");
  EXPECT_THROW(read_checkpoint(folder.path() / "none"), FileError);
  EXPECT_THROW(read_checkpoint(folder.path()), FileError);
}

/// A state with correct checksums that does not belong to this run is rejected or gives a run; it
/// never crashes. (A double may have any value.)
TEST(CheckpointState, CorruptBytesDoNotCrash) {
  const Checkpoint good = checkpoint_of({.trace = true});
  for (std::size_t length = 0; length < good.state.size(); ++length) {
    EXPECT_NE(refusal_of({8, good.state.substr(0, length)}, {.trace = true}), "") << length;
  }
  EXPECT_NE(refusal_of({8, good.state + "x"}, {.trace = true}), "");
  EXPECT_EQ(refusal_of({7, good.state}, {.trace = true}),
            "resume: not a checkpoint of this run: it is of another iteration");
  for (std::size_t i = 0; i < good.state.size(); ++i) {
    for (const int mask : {1, 0x7f, 0x80, 0xff}) {
      Checkpoint other = good;
      other.state[i] = static_cast<char>(other.state[i] ^ mask);
      refusal_of(other, {.max_iterations = 20, .trace = true});
    }
  }
}

TEST(CheckpointState, IsRejectedForOtherProblem) {
  const Checkpoint checkpoint = checkpoint_of();
  EXPECT_EQ(refusal_of(checkpoint), "");
  EXPECT_EQ(refusal_of(checkpoint, {}, 3),
            "resume: the checkpoint has set = l1 ball of radius 2 in R^3, this run has l1 ball of "
            "radius 3 in R^3");
  EXPECT_NE(refusal_of(checkpoint, {}, 2, 1e-9).find("of another problem"), std::string::npos);
  EXPECT_EQ(refusal_of(checkpoint, {.norm = l1_norm()}),
            "resume: the checkpoint has norm = l2, this run has l1");
  EXPECT_EQ(refusal([&] {
              descend(acgd_test::rosenbrock(3), L1Ball(3, 2.0), Vector::Zero(3),
                      {.resume = std::make_shared<Checkpoint>(checkpoint)});
            }),
            "resume: the checkpoint has mode = constrained, this run has unconstrained");
  EXPECT_NE(refusal([&] {
              minimize(
                  acgd_test::rosenbrock(3), L1Ball(3, 2.0), Vector::Unit(3, 0),
                  {.direction = FrankWolfe{}, .resume = std::make_shared<Checkpoint>(checkpoint)});
            }).find("at x0 f, its gradient"),
            std::string::npos);
}

/// Two quadratics that agree where only the first coordinate is not 0.
TEST(CheckpointState, IsRejectedForOtherHessian) {
  Matrix q = Matrix::Identity(4, 4);
  const Vector b{{-1, -0.4, -0.3, 0.2}};
  auto stored = std::make_shared<Checkpoint>();
  const auto keep = [&](const Checkpoint& checkpoint) { *stored = checkpoint; };
  minimize(Quadratic(q, b), Simplex(4), Vector::Unit(4, 0),
           {.direction = FrankWolfe{},
            .max_iterations = 3,
            .gap_tolerance = 0,
            .checkpoint = {.save = keep}});
  q(3, 3) = 2;
  EXPECT_NE(refusal([&] {
              minimize(Quadratic(q, b), Simplex(4), Vector::Unit(4, 0),
                       {.direction = FrankWolfe{}, .resume = stored});
            }).find("a Hessian with the checksum"),
            std::string::npos);
}

TEST(CheckpointState, IsRejectedForOtherRule) {
  const Checkpoint checkpoint = checkpoint_of({.step = AdaptiveConstant{.beta = 3}});
  EXPECT_EQ(refusal_of(checkpoint, {.step = AdaptiveConstant{.beta = 3}}), "");
  EXPECT_EQ(refusal_of(checkpoint, {.step = AdaptiveConstant{.beta = 2}}),
            "resume: the checkpoint has beta = 3, this run has 2");
  EXPECT_EQ(refusal_of(checkpoint, {.step = AdaptiveConstant{.beta = 3, .initial_lipschitz = 5}}),
            "resume: the checkpoint has initial_lipschitz = none, this run has 5");
  EXPECT_EQ(refusal_of(checkpoint, {.step = AdaptiveConstant{.beta = 3, .delta = 1e-10}}),
            "resume: the checkpoint has delta = none, this run has 1e-10");
  EXPECT_EQ(refusal_of(checkpoint, {.step = Backtracking{}}),
            "resume: the checkpoint has step rule = adaptive-constant, this run has backtracking");
  EXPECT_NE(refusal_of(checkpoint_of({.step = OpenLoop{}}), {.step = OpenLoop{.l = 3}}), "");
}

TEST(CheckpointState, IsRejectedWithoutTrace) {
  EXPECT_EQ(refusal_of(checkpoint_of(), {.trace = true}),
            "resume: the checkpoint holds no trace to go on with");
  EXPECT_EQ(refusal_of(checkpoint_of({.trace = true})), "");
  EXPECT_NE(refusal_of(checkpoint_of({.trace = true}), {.trace = true, .trace_every = 2})
                .find("keeps every 1 iterations, this one every 2"),
            std::string::npos);
}

TEST(Checkpoints, AreSavedOnSchedule) {
  std::vector<Index> saved;
  const auto note = [&](const Checkpoint& checkpoint) { saved.push_back(checkpoint.iteration); };
  run({.checkpoint = {.every = 3, .save = note}});
  EXPECT_EQ(saved, (std::vector<Index>{3, 6, 8}));
  saved.clear();
  run({.checkpoint = {.every_seconds = 1e-12, .save = note}});
  EXPECT_EQ(saved, (std::vector<Index>{1, 2, 3, 4, 5, 6, 7, 8}));
  saved.clear();
  run({.observer = [](const Record& r) { return r.iteration == 4; }, .checkpoint = {.save = note}});
  EXPECT_EQ(saved, (std::vector<Index>{5}));
  saved.clear();
  run({.optimal_value = 1e9, .checkpoint = {.save = note}});
  EXPECT_EQ(saved, (std::vector<Index>{0})) << "to go on to a smaller tolerance";
  EXPECT_NE(refusal([] { run({.checkpoint = {.every = -1}}); }), "");
  EXPECT_NE(refusal([] { run({.checkpoint = {.every_seconds = 0}}); }), "");
  EXPECT_NE(refusal([] { run({.trace_every = 0}); }), "");
}

// A run continues from the last point at which it could.
TEST(Checkpoints, AreNotSavedWhereRunCannotContinue) {
  std::vector<Index> saved;
  const auto note = [&](const Checkpoint& checkpoint) { saved.push_back(checkpoint.iteration); };
  // NaN from 1 on: steps of a fifth reach 0.6 and then exceed 1.
  const Function wall(
      1, [](const Vector& x) { return x[0] < 1 ? -x[0] : acgd_test::kNaN; },
      [](const Vector& x, Vector& g) { g[0] = x[0] < 1 ? -1 : acgd_test::kNaN; });
  const Result result = minimize(wall, Box(1, 0, 3), Vector::Zero(1),
                                 {.direction = FrankWolfe{},
                                  .step = Fixed{.length = 0.2},
                                  .checkpoint = {.every = 1, .save = note}});
  EXPECT_EQ(result.status, Status::non_finite);
  EXPECT_EQ(result.counts.iterations, 2);
  EXPECT_EQ(saved, (std::vector<Index>{1}));
}

TEST(Checkpoints, SaveErrorStopsRun) {
  const auto fail = [](const Checkpoint&) { throw FileError("run.ckpt", "cannot be written", 28); };
  const Result result = run({.checkpoint = {.every = 3, .save = fail}});
  EXPECT_EQ(result.status, Status::checkpoint_failed);
  EXPECT_EQ(result.message, "run.ckpt: cannot be written: No space left on device");
  EXPECT_EQ(result.counts.iterations, 3);
  EXPECT_TRUE(is_usable(result.status));
  EXPECT_EQ(result.x, run({.max_iterations = 3}).x);
}

/// A user's cursor without support for checkpoints.
class WithoutState final : public Objective {
 public:
  Index dimension() const override { return 3; }
  double value(const Vector& x) const override { return x.squaredNorm(); }
  void gradient(const Vector& x, Vector& g) const override { g = 2 * x; }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override {
    class Own final : public Cursor {
     public:
      explicit Own(std::unique_ptr<Cursor> inner) : inner_(std::move(inner)) {}
      double value() override { return inner_->value(); }
      const Gradient& gradient() override { return inner_->gradient(); }
      Line& look(const Direction& direction) override { return inner_->look(direction); }
      bool advance(double t) override { return inner_->advance(t); }
      void store(Point& point) const override { inner_->store(point); }
      std::int64_t gradient_count() const override { return inner_->gradient_count(); }
      std::int64_t trial_count() const override { return inner_->trial_count(); }

     private:
      std::unique_ptr<Cursor> inner_;
    };
    return std::make_unique<Own>(Objective::start(x0, std::move(norm)));
  }
};

TEST(Checkpoints, UnsupportedCursorIsRejectedBeforeRun) {
  const auto nothing = [](const Checkpoint&) { FAIL(); };
  EXPECT_NE(refusal([&] {
              run({.step = [](Line&) { return 0.1; }, .checkpoint = {.every = 1, .save = nothing}});
            }).find("step rule keeps none"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              minimize(WithoutState(), L1Ball(3, 2.0),
                       {.direction = FrankWolfe{}, .checkpoint = {.every = 1, .save = nothing}});
            }).find("cursor keeps none"),
            std::string::npos);
}

}  // namespace
}  // namespace acgd
