#include "app/data/ratings.hpp"

#include <cmath>

#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  accepted_file([&] {
    const acgd::data::Ratings read = acgd::data::read_ratings(file);
    require(!read.observations.empty(), "there is no rating");
    for (const acgd::Observation& rating : read.observations) {
      require(rating.row >= 0 && rating.row < read.rows, "a user is out of bounds");
      require(rating.col >= 0 && rating.col < read.cols, "an item is out of bounds");
      require(std::isfinite(rating.value), "a rating is not finite");
    }
  });
  return 0;
}
