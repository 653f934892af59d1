#include "objective/sum_cursor.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/objective/ridge.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

const Ridge* as_ridge(const Objective& f) { return dynamic_cast<const Ridge*>(&f); }

/// The position of the part whose cursor is the host: the first that is no ridge, if there is one.
std::size_t find_host(const Sum& sum) {
  const auto host = std::ranges::find_if(
      sum.parts(), [](const Sum::Part& part) { return as_ridge(*part) == nullptr; });
  return host == sum.parts().end() ? 0 : static_cast<std::size_t>(host - sum.parts().begin());
}

/// l of all ridges but the host together.
double total_ridge(const Sum& sum) {
  const std::size_t host = find_host(sum);
  double l = 0;
  for (std::size_t i = 0; i < sum.parts().size(); ++i) {
    const Ridge* ridge = as_ridge(*sum.parts()[i]);
    if (ridge != nullptr && i != host) l += sum.weights()[i] * ridge->l();
  }
  return l;
}

}  // namespace

SumCursor::SumCursor(const Sum& objective, const Atom& x0, std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      ridge_(total_ridge(objective)),
      gradient_(objective.dimension()),
      previous_(objective.dimension()),
      line_(*this) {
  const std::size_t host = find_host(objective);
  for (std::size_t i = 0; i < objective.parts().size(); ++i) {
    const Objective& f = *objective.parts()[i];
    if (i != host && as_ridge(f) != nullptr) continue;
    Part part{&f, objective.weights()[i], f.start(x0, norm_)};
    if (part.cursor->x() == nullptr) {
      throw InvalidInput(
          compose("parts[{}]: keeps its variable as a low-rank matrix, which cannot be added to "
                  "other functions: must be minimised by itself",
                  i));
    }
    parts_.push_back(std::move(part));
  }
}

double SumCursor::value() {
  double sum = ridge_.is_there() ? ridge_.value(here()) : 0;
  for (const Part& part : parts_) sum += part.weight * part.cursor->value();
  return sum;
}

const Gradient& SumCursor::gradient() {
  if (has_gradient_) return gradient_;
  Vector& g = gradient_.entries();
  const Vector& first = parts_[0].cursor->gradient().dense();
  if (ridge_.is_there()) {
    g = parts_[0].weight * first + ridge_.l() * here();
  } else {
    g = parts_[0].weight * first;
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    g += parts_[i].weight * parts_[i].cursor->gradient().dense();
  }
  has_gradient_ = true;
  return gradient_;
}

Line& SumCursor::look(const Direction& direction) {
  direction_ = direction;
  for (Part& part : parts_) part.line = &part.cursor->look(direction);
  if (ridge_.is_there()) ridge_.look(direction_, here(), *parts_[0].line, *norm_);
  line_.point_along(direction);
  return line_;
}

bool SumCursor::advance(double t) {
  // Where the host stays, all stay.
  if (!parts_[0].cursor->advance(t)) return false;
  for (std::size_t i = 1; i < parts_.size(); ++i) parts_[i].cursor->advance(t);
  share_x();
  previous_.take(gradient_.entries(), has_gradient_);
  has_gradient_ = false;
  return true;
}

void SumCursor::recenter(const Recentering& recentering) {
  parts_[0].cursor->recenter(recentering);
  share_x();
}

void SumCursor::share_x() {
  ridge_.forget();
  const Vector& host = here();
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i].cursor->recenter([&host](VectorRef x) {
      if (x == host) return false;
      x = host;
      return true;
    });
  }
}

void SumCursor::release(AtomId id) {
  for (const Part& part : parts_) part.cursor->release(id);
  if (ridge_curvature_) ridge_curvature_->images.release(id);
}

Curvature* SumCursor::curvature() {
  curvatures_.clear();
  for (const Part& part : parts_) {
    // A part may have another one than the last time.
    Curvature* one = part.cursor->curvature();
    if (one == nullptr) return nullptr;
    curvatures_.push_back({one, part.weight});
  }
  if (ridge_.is_there()) {
    if (!ridge_curvature_) {
      ridge_curvature_ = std::make_unique<RidgeCurvature>(gradient_.size(), ridge_.l());
    }
    curvatures_.push_back({&ridge_curvature_->h, 1, true});
  }
  curvature_.take(curvatures_);
  return &curvature_;
}

/// A gradient of the sum is one of each part, at the most.
std::int64_t SumCursor::gradient_count() const {
  std::int64_t most = 0;
  for (const Part& part : parts_) most = std::max(most, part.cursor->gradient_count());
  return most + probe_count_;
}

std::int64_t SumCursor::trial_count() const {
  std::int64_t most = 0;
  for (const Part& part : parts_) most = std::max(most, part.cursor->trial_count());
  return most;
}

std::vector<const Objective*> SumCursor::black_boxes() const {
  std::vector<const Objective*> all;
  for (const Part& part : parts_) {
    if (const auto* sum = dynamic_cast<const SumCursor*>(part.cursor.get())) {
      const auto those = sum->black_boxes();
      all.insert(all.end(), those.begin(), those.end());
    } else if (dynamic_cast<const BlackBoxCursor*>(part.cursor.get()) != nullptr &&
               !part.f->has_proven_gradient()) {
      all.push_back(part.f);
    }
  }
  return all;
}

void SumCursor::visit(Archive& archive) {
  archive.expect("so many functions in the sum", parts_.size());
  archive.expect("a ridge of", ridge_.l());
  for (const Part& part : parts_) {
    archive.expect("a function with the weight", part.weight);
    archive(*part.cursor);
  }
  archive(gradient_.entries(), has_gradient_, previous_, probe_count_);
  if (archive.is_loading()) ridge_.forget();
}

}  // namespace acgd
