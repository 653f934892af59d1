#pragma once

#include <string>

namespace acgd::report {

/// A row of a list of facts; nothing if the value is empty.
std::string fact_html(const std::string& name, const std::string& value);

/// Where a report is from.
struct Origin {
  std::string version;  ///< of acgd
  std::string date;
  std::string machine;
  std::string command;  ///< what to type to make it again
};

/// The list of these facts behind rows of others; nothing if there are none.
std::string facts_html(const Origin& origin, const std::string& rows = "");

}  // namespace acgd::report
