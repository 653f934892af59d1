// Training without a learning rate: a network with two hidden layers is trained to read digits by
// steepest descent over a product of spectral balls, one per layer, with full batches; compared
// with gradient descent and Adam at each rate of a grid, for the same number of passes over the
// data. The digits are generated, 8 x 8 dots, shifted and noisy; alternatively a file with 64 dots
// (0 .. 16) and a label per line, separated by commas, such as scikit-learn's digits.csv.
#include <acgd/acgd.hpp>
#include <acgd/testing/testing.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <vector>

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

constexpr Index kDots = 64, kClasses = 10;

struct Samples {
  Matrix inputs;            ///< one per column
  std::vector<int> labels;  ///< 0 .. 9

  Samples part(Index first, Index count) const {
    const auto begin = labels.begin() + first;
    return {inputs.middleCols(first, count), {begin, begin + count}};
  }
};

/// The digits of a display with 5 x 7 dots, five bits per row.
Samples drawn_digits(Index count) {
  constexpr std::array<std::array<int, 7>, kClasses> rows = {{{14, 17, 17, 17, 17, 17, 14},
                                                              {4, 12, 4, 4, 4, 4, 14},
                                                              {14, 17, 1, 2, 4, 8, 31},
                                                              {31, 2, 4, 2, 1, 17, 14},
                                                              {2, 6, 10, 18, 31, 2, 2},
                                                              {31, 16, 30, 1, 1, 17, 14},
                                                              {6, 8, 16, 30, 17, 17, 14},
                                                              {31, 1, 2, 4, 8, 8, 8},
                                                              {14, 17, 17, 14, 17, 17, 14},
                                                              {14, 17, 17, 15, 1, 2, 12}}};
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0, 0.25);
  std::uniform_int_distribution<Index> digit(0, kClasses - 1), right(0, 3), down(0, 1);
  Samples samples{Matrix(kDots, count), {}};
  for (Index sample = 0; sample < count; ++sample) {
    const Index label = digit(random), column = right(random), row = down(random);
    for (double& dot : samples.inputs.col(sample)) dot = noise(random);
    for (Index i = 0; i < 7; ++i) {
      for (Index j = 0; j < 5; ++j) {
        const int bits = rows.at(static_cast<std::size_t>(label)).at(static_cast<std::size_t>(i));
        samples.inputs(8 * (row + i) + column + j, sample) += bits >> (4 - j) & 1;
      }
    }
    samples.labels.push_back(static_cast<int>(label));
  }
  return samples;
}

Samples read_digits(const char* name) {
  std::ifstream file(name);
  std::vector<double> cells;
  std::vector<int> labels;
  for (std::string line; std::getline(file, line);) {
    std::istringstream row(line);
    std::vector<double> values;
    for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::stod(cell));
    if (values.size() != kDots + 1) throw acgd::InvalidInput("a line has not 65 cells: " + line);
    labels.push_back(static_cast<int>(values.back()));
    cells.insert(cells.end(), values.begin(), values.end() - 1);
  }
  const auto count = static_cast<Index>(labels.size());
  return {Eigen::Map<const Matrix>(cells.data(), kDots, count) / 16, labels};
}

/// Mean cross-entropy of tanh layers: a matrix per layer, whose last column is the bias.
class Network : public acgd::Objective {
 public:
  Network(Samples samples, std::vector<Index> sizes)
      : samples_(std::move(samples)), sizes_(std::move(sizes)) {}

  std::size_t layers() const { return sizes_.size() - 1; }
  Index rows(std::size_t layer) const { return sizes_[layer + 1]; }
  Index cols(std::size_t layer) const { return sizes_[layer] + 1; }

  Index dimension() const override {
    Index sum = 0;
    for (std::size_t layer = 0; layer < layers(); ++layer) sum += rows(layer) * cols(layer);
    return sum;
  }

  double value(const Vector& x) const override {
    const Matrix scores = forward(x).back();
    double sum = 0;
    for (Index i = 0; i < scores.cols(); ++i) {
      const double largest = scores.col(i).maxCoeff();
      sum += largest + std::log((scores.col(i).array() - largest).exp().sum());
      sum -= scores(label(i), i);
    }
    return sum / static_cast<double>(scores.cols());
  }

  void gradient(const Vector& x, Vector& g) const override {
    const std::vector<Matrix> outputs = forward(x);
    Matrix errors = outputs.back();
    for (Index i = 0; i < errors.cols(); ++i) {
      errors.col(i) = (errors.col(i).array() - errors.col(i).maxCoeff()).exp();
      errors.col(i) /= errors.col(i).sum();
      errors(label(i), i) -= 1;
    }
    errors /= static_cast<double>(errors.cols());
    Index end = dimension();
    for (std::size_t layer = layers(); layer-- > 0;) {
      end -= rows(layer) * cols(layer);
      Eigen::Map<Matrix> part(g.data() + end, rows(layer), cols(layer));
      part.leftCols(cols(layer) - 1) = errors * outputs[layer].transpose();
      part.rightCols<1>() = errors.rowwise().sum();
      const Matrix back = weights(x, layer, end).transpose() * errors;
      errors = back.array() * (1 - outputs[layer].array().square());
    }
  }

  double accuracy(const Vector& x) const {
    const Matrix scores = forward(x).back();
    int right = 0;
    for (Index i = 0; i < scores.cols(); ++i) {
      Index best = 0;
      scores.col(i).maxCoeff(&best);
      right += best == label(i) ? 1 : 0;
    }
    return right / static_cast<double>(scores.cols());
  }

  /// Gaussian weights, no biases.
  Vector start() const {
    std::mt19937_64 random(2);
    std::normal_distribution<double> normal;
    Vector x = Vector::Zero(dimension());
    Index first = 0;
    for (std::size_t layer = 0; layer < layers(); ++layer) {
      const Index weights = rows(layer) * (cols(layer) - 1);
      for (double& weight : x.segment(first, weights)) {
        weight = normal(random) / std::sqrt(static_cast<double>(cols(layer) - 1));
      }
      first += rows(layer) * cols(layer);
    }
    return x;
  }

  /// The unit ball of the maximum of the layers' spectral norms.
  acgd::Product ball() const {
    std::vector<std::unique_ptr<acgd::Oracle>> balls;
    for (std::size_t layer = 0; layer < layers(); ++layer) {
      balls.push_back(std::make_unique<acgd::SpectralBall>(rows(layer), cols(layer), 1.0));
    }
    return acgd::Product(std::move(balls));
  }

 private:
  Index label(Index i) const { return samples_.labels[i]; }

  Eigen::Map<const Matrix> weights(const Vector& x, std::size_t layer, Index first) const {
    return {x.data() + first, rows(layer), cols(layer) - 1};
  }

  /// The inputs, the outputs of each hidden layer, and the scores of the classes.
  std::vector<Matrix> forward(const Vector& x) const {
    std::vector<Matrix> outputs{samples_.inputs};
    Index first = 0;
    for (std::size_t layer = 0; layer < layers(); ++layer) {
      Matrix sums = weights(x, layer, first) * outputs.back();
      first += rows(layer) * cols(layer);
      sums.colwise() += x.segment(first - rows(layer), rows(layer));
      if (layer + 1 < layers()) sums = sums.array().tanh();
      outputs.push_back(std::move(sums));
    }
    return outputs;
  }

  Samples samples_;
  std::vector<Index> sizes_;
};

Vector gradient_descent(const Network& network, Vector x, double rate, int passes) {
  Vector g(x.size());
  for (int k = 0; k < passes; ++k) {
    network.gradient(x, g);
    x -= rate * g;
  }
  return x;
}

/// Kingma and Ba (2015), with the recommended constants.
Vector adam(const Network& network, Vector x, double rate, int passes) {
  Vector g(x.size()), mean = Vector::Zero(x.size()), square = Vector::Zero(x.size());
  for (int k = 1; k <= passes; ++k) {
    network.gradient(x, g);
    mean = 0.9 * mean + 0.1 * g;
    square = 0.999 * square + 0.001 * g.cwiseAbs2();
    const Vector lengths = (square / (1 - std::pow(0.999, k))).cwiseSqrt().array() + 1e-8;
    x -= rate / (1 - std::pow(0.9, k)) * mean.cwiseQuotient(lengths);
  }
  return x;
}

int main(int count, char** arguments) {
  const Samples all = count > 1 ? read_digits(arguments[1]) : drawn_digits(1000);
  const Index train = static_cast<Index>(all.labels.size()) * 4 / 5;
  const std::vector<Index> sizes{kDots, 32, 32, kClasses};
  const Network network(all.part(0, train), sizes);
  const Network unseen(all.part(train, static_cast<Index>(all.labels.size()) - train), sizes);

  const Vector x0 = network.start();
  const auto complaints = acgd::check_gradient(network, x0);
  const auto result = acgd::descend(network, network.ball(), x0, {.max_iterations = 30});

  std::cout << "complaints about the gradient: " << complaints.size() << "\n"
            << "loss " << network.value(x0) << " -> " << result.value << " in "
            << result.counts.iterations << " iterations, " << result.counts.gradients
            << " gradients and " << result.counts.trials << " values more\n"
            << "unseen digits read: " << 100 * unseen.accuracy(result.x) << " %\n";

  // A value is a forward pass, a third of the cost of a gradient.
  const auto passes = static_cast<int>(result.counts.gradients + result.counts.trials / 3);
  const auto show = [&](const char* name, auto method, std::initializer_list<double> rates) {
    std::cout << name << ", loss after " << passes << " passes at each rate:";
    for (const double rate : rates) {
      std::cout << "  " << rate << ": " << network.value(method(network, x0, rate, passes));
    }
    std::cout << "\n";
  };
  show("gradient descent", gradient_descent, {0.3, 1, 3});
  show("Adam", adam, {0.01, 0.03, 0.1, 0.3});
}
