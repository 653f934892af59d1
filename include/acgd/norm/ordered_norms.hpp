#pragma once

#include <memory>

#include "acgd/norm/norm.hpp"

namespace acgd {

/// The sum of the k largest |v_i|; its dual is that of k_sparse_norm(k). With one it is linf, with
/// all of them l1.
std::shared_ptr<const Norm> top_norm(Index k);

/// max { max |v_i|, sum |v_i| / k }, whose ball is the k-sparse polytope.
std::shared_ptr<const Norm> k_sparse_norm(Index k);

/// sum w_i |v|_(i), where |v|_(1) >= |v|_(2) >= ... are the sizes in order and the weights w do not
/// increase; dual: max over k of (|g|_(1) + ... + |g|_(k)) / (w_1 + ... + w_k).
std::shared_ptr<const Norm> owl_norm(Vector weights);

/// How many: of top_norm() and k_sparse_norm(), and of sets with the k largest entries.
inline Parameter count_parameter(Index& k, std::string_view sentence) {
  return {"k", k, range::from_1, sentence};
}

}  // namespace acgd
