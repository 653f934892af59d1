#pragma once

#include <string>
#include <vector>

namespace acgd {

/// Failures by kind: the first of a kind in full, the others counted.
class Report {
 public:
  /// `kind` tells failures apart; `sentence` says what happened this time.
  void fail(const std::string& kind, const std::string& sentence);

  std::vector<std::string> sentences() const;

 private:
  struct Failure {
    std::string kind;
    std::string sentence;
    int times;
  };
  std::vector<Failure> failures_;
};

}  // namespace acgd
