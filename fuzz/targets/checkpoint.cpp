// The input as a checkpoint file, and as edits of a valid one: any bytes are rejected, or lead to a
// valid run.
#include "acgd/solve/checkpoint.hpp"

#include <memory>

#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

namespace {

acgd::Result run(const acgd::Options& options) {
  return minimize(acgd::Rosenbrock(4), acgd::L1Ball(4, 2.0), acgd::Vector::Zero(4), options);
}

acgd::Checkpoint good_checkpoint() {
  acgd::Checkpoint checkpoint;
  acgd::Options options{.max_iterations = 12, .trace = true};
  options.checkpoint.save = [&](const acgd::Checkpoint& saved) { checkpoint = saved; };
  run(options);
  return checkpoint;
}

/// Three bytes each are a position and a change; a remaining byte truncates the end.
std::string edited(std::string bytes, const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = 0; i + 3 <= size; i += 3) {
    const std::size_t place = 256u * data[i] + data[i + 1];
    bytes[place % bytes.size()] ^= static_cast<char>(data[i + 2]);
  }
  if (size % 3 == 1) bytes.resize(bytes.size() - data[size - 1]);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  accepted_file([&] { acgd::read_checkpoint(file); });

  static const acgd::Checkpoint good = good_checkpoint();
  const acgd::Checkpoint altered{good.iteration, edited(good.state, data, size)};
  accepted([&] {
    const acgd::Result result = run({.max_iterations = 20,
                                     .trace = true,
                                     .resume = std::make_shared<acgd::Checkpoint>(altered)});
    require(result.x.size() == 4, "the result has another size");
  });
  return 0;
}
