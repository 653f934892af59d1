#include "app/data/matrix_market.hpp"

#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  accepted_file([&] {
    const acgd::data::AnyMatrix matrix = acgd::data::read_matrix_market(file);
    std::visit([](const auto& any) { check_matrix(any); }, matrix);
  });
  return 0;
}
