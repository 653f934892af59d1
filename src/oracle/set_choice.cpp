#include "acgd/oracle/set_choice.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

const SetFiles& SetContext::reader() const {
  if (files == nullptr) throw InvalidInput("file: there is nothing that reads files here");
  return *files;
}

}  // namespace acgd
