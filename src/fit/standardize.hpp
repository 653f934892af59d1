#pragma once

#include "acgd/fit/linear_model.hpp"

namespace acgd {

/// The (weighted) means of dense features, if they are to be subtracted, and standard deviations of
/// all. Nothing is subtracted from sparse ones, which would not be sparse any more.
Standardization measure_features(const Samples& samples, bool subtract);

/// (features - center) / scale
Features standardize(const Features& features, const Standardization& scaling);

}  // namespace acgd
