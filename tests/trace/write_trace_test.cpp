#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <sstream>

#include "acgd/core/error.hpp"
#include "acgd/trace/trace.hpp"
#include "support/temporary_folder.hpp"

namespace acgd {
namespace {

using acgd_test::bytes_of;
using acgd_test::TemporaryFolder;

const char* const kHeader = "iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound\n";

TEST(WriteTrace, MissingValuesAreEmpty) {
  const double missing = std::nan("");
  const Trace trace = {{.iteration = 0,
                        .seconds = 0.5,
                        .value = -3,
                        .gap = 0.25,
                        .step = 1,
                        .lipschitz = 2,
                        .backtracks = 3,
                        .lower_bound = -3.25},
                       {.iteration = 10,
                        .seconds = 1,
                        .value = 1e300,
                        .gap = missing,
                        .step = 0.125,
                        .lipschitz = missing},
                       {.iteration = 11, .seconds = 1.5, .value = -0.0, .gap = 0}};
  EXPECT_EQ(to_csv(trace), std::string(kHeader) +
                               "0,0.5,-3,0.25,1,2,3,-3.25\n"
                               "10,1,1.0000000000000001e+300,,0.125,,0,\n"
                               "11,1.5,-0,0,,,,\n");
  EXPECT_EQ(to_csv({}), kHeader);
}

TEST(WriteTrace, NumbersRoundTripExactly) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-1074, 1024);
  for (int i = 0; i < 2000; ++i) {
    const double value = std::exp2(exponent(random)) * (i % 2 == 0 ? 1 : -1);
    const std::string text = to_csv({{.value = value}}).substr(std::string(kHeader).size());
    const std::size_t begin = text.find(',', text.find(',') + 1) + 1;  // behind iteration and time
    EXPECT_EQ(std::strtod(text.c_str() + begin, nullptr), value) << text;
  }
}

TEST(WriteTrace, StreamsAndFilesGetSameText) {
  const TemporaryFolder folder;
  const Trace trace = {{.iteration = 0, .value = 2, .gap = 1, .step = 0.5}, {.iteration = 1}};
  std::ostringstream out;
  write_trace(out, trace);
  EXPECT_EQ(out.str(), to_csv(trace));
  const auto file = folder.file("trace.csv", "what was there before");
  write_trace(file, trace);
  EXPECT_EQ(bytes_of(file), to_csv(trace));
  EXPECT_THROW(write_trace(folder.path() / "no" / "trace.csv", trace), FileError);
}

}  // namespace
}  // namespace acgd
