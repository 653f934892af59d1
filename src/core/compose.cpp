#include "core/compose.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

namespace acgd {

std::string compose_list(std::string_view pattern,
                         std::initializer_list<ComposeArgument> arguments) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const ComposeArgument& argument : arguments) {
    std::visit([&](const auto& value) { store.push_back(value); }, argument.value());
  }
  return fmt::vformat(pattern, store);
}

}  // namespace acgd
