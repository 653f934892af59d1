#include "objective/atom_images.hpp"

#include <gtest/gtest.h>

namespace acgd {
namespace {

constexpr Index kLength = 4;
constexpr std::size_t kBytes = kLength * sizeof(double);

TEST(AtomImages, FindsImageById) {
  AtomImages images(kLength, 10 * kBytes);
  EXPECT_EQ(images.capacity(), 10u);
  EXPECT_EQ(images.find(7), nullptr);
  images.insert(7).setConstant(7);
  images.insert(1234567890123).setConstant(8);
  ASSERT_NE(images.find(7), nullptr);
  EXPECT_EQ(*images.find(7), Vector(Vector::Constant(kLength, 7)));
  EXPECT_EQ(*images.find(1234567890123), Vector(Vector::Constant(kLength, 8)));
  EXPECT_EQ(images.size(), 2u);
}

TEST(AtomImages, HoldsSeveralImages) {
  AtomImages images(kLength, 100 * kBytes);
  std::vector<const Vector*> all;
  for (AtomId id = 0; id < 100; ++id) {
    Vector& image = images.insert(id);
    image.setConstant(static_cast<double>(id));
    all.push_back(&image);
  }
  for (AtomId id = 0; id < 100; ++id) {
    const Vector* image = all[id];
    EXPECT_EQ(image, images.find(id));
    EXPECT_EQ(*image, Vector(Vector::Constant(kLength, static_cast<double>(id))));
  }
}

TEST(AtomImages, EvictsLeastRecentlyUsed) {
  AtomImages images(kLength, 3 * kBytes);
  for (const AtomId id : {1, 2, 3}) images.insert(id);
  images.find(1);
  images.insert(4);
  EXPECT_EQ(images.find(2), nullptr);
  for (const AtomId id : {1, 3, 4}) EXPECT_NE(images.find(id), nullptr) << id;
  EXPECT_EQ(images.size(), 3u);
}

TEST(AtomImages, ReusesReleasedImagesFirst) {
  AtomImages images(kLength, 3 * kBytes);
  for (const AtomId id : {1, 2, 3}) images.insert(id);
  const Vector* memory = images.find(3);
  images.release(3);
  EXPECT_EQ(images.find(3), nullptr);
  EXPECT_EQ(&images.insert(4), memory);
  for (const AtomId id : {1, 2, 4}) EXPECT_NE(images.find(id), nullptr) << id;
  images.release(99);  // unknown id
  EXPECT_EQ(images.size(), 3u);
}

TEST(AtomImages, HoldsTwoImagesForAnyLimit) {
  AtomImages images(kLength, 0);
  images.insert(1).setConstant(1);
  images.insert(2).setConstant(2);
  EXPECT_EQ((*images.find(1))[0], 1);
  EXPECT_EQ((*images.find(2))[0], 2);
  images.insert(3);
  EXPECT_EQ(images.find(1), nullptr);
}

}  // namespace
}  // namespace acgd
