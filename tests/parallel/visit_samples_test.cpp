#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "acgd/parallel/reduction.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

constexpr Index kSamples = 1500;

/// The samples of this rank of a vector known to all ranks.
Vector own_part(const Reduction& reduction, const Vector& all) {
  const Reduction::Range own = reduction.samples_of(reduction.team().rank());
  return all.segment(own.first, own.size());
}

/// The bytes that rank 0 of a team of the given size has saved.
std::string saved_by(int ranks, const Vector& all, Index samples = kSamples) {
  std::string bytes;
  ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
    const Reduction reduction(samples, 8, team);
    Vector values = own_part(reduction, all);
    double after = 7;
    Archive archive;
    visit_samples(archive, reduction, values);
    archive(after);
    if (team->rank() == 0) bytes = std::move(archive).take();
  });
  return bytes;
}

TEST(VisitSamples, SavesSameBytesAsOneRankAndLoadsOnAnyNumber) {
  const Vector all = Vector::Random(kSamples);
  Archive plain;
  Vector copy = all;
  double after = 7;
  plain(copy, after);
  const std::string expected = std::move(plain).take();
  for (const int ranks : {1, 2, 3, 5, 8, 11}) {
    EXPECT_TRUE(saved_by(ranks, all) == expected) << ranks;
    ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
      const Reduction reduction(kSamples, 8, team);
      Vector values = Vector::Zero(reduction.size());
      double last = 0;
      Archive archive{std::string_view(expected)};
      visit_samples(archive, reduction, values);
      archive(last);
      archive.end();
      EXPECT_TRUE(values == own_part(reduction, all));
      EXPECT_EQ(last, 7);
    });
  }
}

TEST(VisitSamples, RejectsOtherNumberOfSamples) {
  const std::string bytes = saved_by(1, Vector::Random(kSamples + 1), kSamples + 1);
  for (const int ranks : {1, 3}) {
    ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
      const Reduction reduction(kSamples, 8, team);
      Vector values = Vector::Zero(reduction.size());
      for (const std::size_t length : {bytes.size(), std::size_t{100}, std::size_t{4}}) {
        Archive archive{std::string_view(bytes).substr(0, length)};
        EXPECT_THROW(visit_samples(archive, reduction, values), InvalidInput);
      }
    });
  }
}

}  // namespace
}  // namespace acgd
