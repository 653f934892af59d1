// Numbers in files and on the command line, compared with the C library.
#include "app/data/numbers.hpp"

#include <cmath>
#include <cstdlib>

#include "app/data/specification.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  double value = 0;
  const char* end = acgd::data::scan_number(text, value);
  require(end >= text.data() && end <= text.data() + size, "a number ends outside of its text");
  const std::string number(text.c_str(), static_cast<std::size_t>(end - text.data()));
  if (number.empty()) {
    require(!acgd::data::is_number(text), "an invalid number is accepted");
    return 0;
  }
  char* stopped = nullptr;
  const double expected = std::strtod(number.c_str(), &stopped);
  require(stopped == number.c_str() + number.size(), "the C library finds another end");
  require(std::isnan(value) ? std::isnan(expected) : value == expected,
          "the C library reads another number");

  const bool whole = number.size() == size;
  double typed = 0;
  const bool good = accepted([&] { typed = acgd::spec::to_number("x", text); });
  require(good == (whole && std::isfinite(value)),
          "a number is valid only in files, or only on the command line");
  if (good) require(typed == value, "a number differs between files and the command line");
  acgd::Index count = 0;
  if (accepted([&] { count = acgd::spec::to_count("n", text, 1); })) {
    require(count >= 1 && whole, "malformed count");
  }
  return 0;
}
