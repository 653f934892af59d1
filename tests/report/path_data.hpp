#pragma once

#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/report/svg.hpp"

namespace acgd_test {

/// The points of SVG path data of straight lines, as a browser parses it: absolute commands are
/// upper case, and numbers need no space before a sign.
inline acgd::report::Points points_of(const std::string& data) {
  acgd::report::Points points;
  acgd::report::Point at;
  char command = 'M';
  for (const char* text = data.c_str(); *text != '\0';) {
    if (std::isalpha(static_cast<unsigned char>(*text)) != 0) {
      command = *text++;
      continue;
    }
    char* end = nullptr;
    const double first = std::strtod(text, &end);
    if (end == text) {
      ++text;
      continue;
    }
    text = end;
    const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
    const char kind = static_cast<char>(std::toupper(static_cast<unsigned char>(command)));
    if (kind == 'V') {
      at.y = first + (relative ? at.y : 0);
    } else {
      at.x = first + (relative ? at.x : 0);
    }
    if (kind == 'M' || kind == 'L') {
      at.y = std::strtod(text, &end) + (relative ? at.y : 0);
      text = end;
    }
    points.push_back(at);
  }
  return points;
}

}  // namespace acgd_test
