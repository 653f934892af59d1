#pragma once

#include <string_view>

namespace acgd::report {

/// The page without its content, from the files in web/: {{title}}, {{heading}}, {{tones}},
/// {{answer}}, {{sections}}, {{words}} and {{facts}} stand where that goes.
std::string_view empty_page();

/// The same with the style and the script of a path.
std::string_view empty_path_page();

}  // namespace acgd::report
