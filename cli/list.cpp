#include "cli/list.hpp"

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/streams.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {

void List::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "sets, objectives, rules, formats, experiments");
  arguments.add("topic", topic_, {"TOPIC", "one of the lists only"});
}

int List::run(const Context&) {
  if (!topic_.empty()) {
    put(stdout, to_text(problem::find_kind("topic", topic_, topics())));
    return exit_code::usable;
  }
  const char* separator = "";
  for (const Topic& topic : topics()) {
    print(stdout, "{}{}", separator, to_text(topic));
    separator = "\n";
  }
  return exit_code::usable;
}

}  // namespace acgd::cli
