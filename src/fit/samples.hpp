#pragma once

#include "acgd/fit/path.hpp"

namespace acgd {

/// (features - center) / scale
Features standardize(const Features& features, const Standardization& scaling);

}  // namespace acgd
