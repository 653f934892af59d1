#include "acgd/objective/block_loss.hpp"

#include <algorithm>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"

namespace acgd {
namespace {

/// Cost of a loss per sample, in bytes read.
constexpr Index kBytesOfSample = 64;

/// Properties of a part, exchanged between ranks.
struct Traits {
  double is_twice_differentiable = 1;
  double is_quadratic = 1;
  double has_derivatives = 1;
  double is_convex = 1;
  double has_domain = 0;
  double has_lipschitz = 1;
  double lipschitz = 0;
  double infimum = 0;
};
constexpr Index kTraits = sizeof(Traits) / sizeof(double);

Traits traits_of(const Loss& part) {
  const Vector zero = Vector::Zero(part.size());
  const std::optional<double> lipschitz = part.lipschitz();
  return {.is_twice_differentiable = part.is_twice_differentiable() ? 1.0 : 0.0,
          .is_quadratic = part.curvature(zero) ? 1.0 : 0.0,
          .has_derivatives = part.derivatives(zero, zero, 0) ? 1.0 : 0.0,
          .is_convex = part.is_convex() ? 1.0 : 0.0,
          .has_domain = part.has_domain() ? 1.0 : 0.0,
          .has_lipschitz = lipschitz ? 1.0 : 0.0,
          .lipschitz = lipschitz.value_or(0),
          .infimum = part.infimum()};
}

}  // namespace

BlockLoss::BlockLoss(std::vector<std::shared_ptr<const Loss>> parts,
                     std::shared_ptr<const Reduction> reduction)
    : parts_(std::move(parts)), reduction_(std::move(reduction)) {
  if (reduction_ == nullptr) throw InvalidInput("blocks", "must not be null");
  const Reduction::Range own = reduction_->own_blocks();
  if (static_cast<Index>(parts_.size()) != own.size()) {
    throw InvalidInput("losses", compose("{} of them, must be one for each of the {} blocks here",
                                         parts_.size(), own.size()));
  }
  for (Index s = 0; s < own.size(); ++s) {
    const Loss* part = parts_[s].get();
    const Index samples = reduction_->here(own.first + s).size();
    if ((part == nullptr ? 0 : part->size()) != samples) {
      throw InvalidInput(compose("loss of block {}: has {} samples, must have {}", own.first + s,
                                 part == nullptr ? 0 : part->size(), samples));
    }
    if (part != nullptr && part->outputs() != 1) {
      throw InvalidInput(compose("loss of block {}: has {} outputs, must have one", own.first + s,
                                 part->outputs()));
    }
  }
  call_all();
}

void BlockLoss::call_all() {
  std::vector<Traits> all(static_cast<std::size_t>(reduction_->count()));
  reduction_->list_each(
      kTraits,
      [&](Reduction::Range range, double* out) {
        const Traits traits = traits_of(*part_at(range));
        std::copy_n(&traits.is_twice_differentiable, kTraits, out);
      },
      &all.front().is_twice_differentiable);
  lipschitz_ = 0;
  for (Index s = 0; s < reduction_->count(); ++s) {
    if (reduction_->samples_in(s).size() == 0) continue;
    const Traits& traits = all[s];
    is_twice_differentiable_ = is_twice_differentiable_ && traits.is_twice_differentiable != 0;
    is_quadratic_ = is_quadratic_ && traits.is_quadratic != 0;
    has_derivatives_ = has_derivatives_ && traits.has_derivatives != 0;
    is_convex_ = is_convex_ && traits.is_convex != 0;
    has_domain_ = has_domain_ || traits.has_domain != 0;
    infimum_ += traits.infimum;
    if (traits.has_lipschitz == 0) lipschitz_.reset();
    if (lipschitz_) lipschitz_ = std::max(*lipschitz_, traits.lipschitz);
  }
}

const Loss* BlockLoss::part_at(Reduction::Range range) const {
  const Reduction::Range own = reduction_->own_blocks();
  for (Index s = 0; s < own.size(); ++s) {
    const Loss* part = parts_[s].get();
    if (part != nullptr && reduction_->here(own.first + s).first == range.first) return part;
  }
  return nullptr;
}

template <class Term>
double BlockLoss::sum(const Term& term) const {
  return reduction_->sum([&](Reduction::Range range) { return term(*part_at(range), range); },
                         kBytesOfSample * size());
}

template <class Visit>
void BlockLoss::for_each_part(const Visit& visit) const {
  const Reduction::Range own = reduction_->own_blocks();
  const auto run = [&](Index s) {
    const Loss* part = parts_[s].get();
    if (part != nullptr) visit(*part, reduction_->here(own.first + s));
  };
  if (kBytesOfSample * size() >= kBytesWorthThreads) {
    share_tasks(own.size(), run);
  } else {
    for (Index s = 0; s < own.size(); ++s) run(s);
  }
}

double BlockLoss::value(ConstVectorRef z) const {
  return sum([&](const Loss& part, Reduction::Range range) {
    return part.value(z.segment(range.first, range.size()));
  });
}

void BlockLoss::derivative(ConstVectorRef z, VectorRef r) const {
  for_each_part([&](const Loss& part, Reduction::Range range) {
    part.derivative(z.segment(range.first, range.size()), r.segment(range.first, range.size()));
  });
}

double BlockLoss::change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const {
  return sum([&](const Loss& part, Reduction::Range range) {
    const auto [first, size] = std::pair(range.first, range.size());
    return part.change(z.segment(first, size), r.segment(first, size), w.segment(first, size), t);
  });
}

double BlockLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum([&](const Loss& part, Reduction::Range range) {
    return part.slope(z.segment(range.first, range.size()), w.segment(range.first, range.size()),
                      t);
  });
}

std::optional<double> BlockLoss::curvature(ConstVectorRef w) const {
  if (!is_quadratic_) return std::nullopt;
  return sum([&](const Loss& part, Reduction::Range range) {
    return part.curvature(w.segment(range.first, range.size())).value_or(0);
  });
}

std::optional<Derivatives> BlockLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                  double t) const {
  if (!has_derivatives_) return std::nullopt;
  double sums[2];
  reduction_->sum_each(
      2,
      [&](Reduction::Range range, double* out) {
        const auto [first, size] = std::pair(range.first, range.size());
        const std::optional<Derivatives> derivatives =
            part_at(range)->derivatives(z.segment(first, size), w.segment(first, size), t);
        out[0] = derivatives->slope;
        out[1] = derivatives->curvature;
      },
      sums, kBytesOfSample * size());
  return Derivatives{sums[0], sums[1]};
}

void BlockLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  for_each_part([&](const Loss& part, Reduction::Range range) {
    part.second_derivative(z.segment(range.first, range.size()),
                           d.segment(range.first, range.size()));
  });
}

}  // namespace acgd
