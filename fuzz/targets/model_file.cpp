// Model files.
#include "app/spec/model_file.hpp"

#include "support.hpp"

using namespace acgd_fuzz;
using acgd::spec::ModelDocument;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  acgd::LinearModel model;
  const bool is_read = accepted_file([&] {
    model = acgd::spec::to_linear_model(ModelDocument(memory_file(text_of(data, size))));
  });
  if (!is_read) return 0;
  check_matrix(model.coefficients);
  require(model.intercept.allFinite(), "an intercept is not finite");
  const std::string text = acgd::spec::to_json(model);
  accepted_file([&] {
    const auto again = acgd::spec::to_linear_model(ModelDocument(memory_file(text)));
    require(acgd::spec::to_json(again) == text, "a model changes when written and read again");
  });
  return 0;
}
