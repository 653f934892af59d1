#include "io/lp_statement.hpp"

#include <algorithm>

#include "io/numbers.hpp"

namespace acgd::io {
namespace {

bool is_relation_sign(char c) { return c == '<' || c == '>' || c == '='; }

}  // namespace

LpToken take_token(std::string_view& rest) {
  const auto take = [&](LpKind kind, std::size_t length) {
    const LpToken token{kind, rest.substr(0, length)};
    rest.remove_prefix(length);
    return token;
  };
  const char c = rest.front();
  if (c == '+' || c == '-') return take(LpKind::sign, 1);
  if (c == ':') return take(LpKind::colon, 1);
  if (is_relation_sign(c)) {
    std::size_t length = 1;
    while (length < rest.size() && length < 2 && is_relation_sign(rest[length])) ++length;
    return take(LpKind::relation, length);
  }
  if ((c >= '0' && c <= '9') || c == '.') {
    double value = 0;
    const auto length = static_cast<std::size_t>(scan_number(rest, value) - rest.data());
    return take(length > 0 ? LpKind::number : LpKind::other, std::max<std::size_t>(length, 1));
  }
  if (c == '[' || c == ']' || c == '*' || c == '^' || c == '/') return take(LpKind::other, 1);
  return take(LpKind::name, std::min(rest.find_first_of(" \t+-:<>=[]*^"), rest.size()));
}

bool skip_blanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return !rest.empty();
}

}  // namespace acgd::io
