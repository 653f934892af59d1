#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "problem/step_kinds.hpp"

namespace acgd::cli {

/// status, message, value, gap, counts, seconds by stage; what is not finite is null.
nlohmann::ordered_json to_json(const Result& result);

/// The options as they are in the end.
nlohmann::ordered_json to_json(const Options& options, const problem::Step& step);

/// As text, ending with a new line; no byte sequence makes it throw.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace acgd::cli
