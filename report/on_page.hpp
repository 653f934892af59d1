#pragma once

#include <string>

namespace acgd::report {

/// A picture as a page has it: without colours, letters and ground of its own, which the page's
/// style sheet gives to its classes.
std::string on_page(const std::string& svg);

}  // namespace acgd::report
