#include "testbeds/robot_pushing.hpp"

#include <cmath>
#include <mutex>
#include <numbers>

#include <box2d/box2d.h>

namespace craggy::testbeds {
namespace {

// Everything below is upstream's (zi-w/Max-value-Entropy-Search, push_world.py), which calls Box2D through
// its binding for Python. Box2D counts in single precision, Python in double: each product has the type it
// has there.
constexpr double goal_x = 3.0;
constexpr double goal_y = 2.0;
constexpr double speed = 10.0;
constexpr float gain = 30.0F;  // of force and torque per missing velocity
constexpr float time_step = 0.01F;
constexpr int num_iterations = 10;    // of the solvers for velocities and for positions
constexpr int num_steps_after = 100;  // the second in which friction brings everything to rest

struct Material {
  float density;
  float friction;
};

struct Grip {
  float max_force;
  float max_torque;
};

b2Body* make_body(b2World& world, b2BodyType type, b2Vec2 position, float angle, const b2Shape& shape,
                  const Material& material) {
  b2BodyDef body;
  body.type = type;
  body.position = position;
  body.angle = angle;
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.density = material.density;
  fixture.friction = material.friction;
  b2Body* made = world.CreateBody(&body);
  made->CreateFixture(&fixture);
  return made;
}

// Friction with the table. Bodies that are joined do not collide, so the table is nowhere in the way.
void lay_on(b2World& world, b2Body* table, b2Body* body, const Grip& grip) {
  b2FrictionJointDef joint;
  joint.bodyA = table;
  joint.bodyB = body;
  joint.localAnchorA.SetZero();
  joint.localAnchorB.SetZero();
  joint.maxForce = grip.max_force;
  joint.maxTorque = grip.max_torque;
  world.CreateJoint(&joint);
}

// Pulls the hand's velocity towards the one commanded and its rotation towards none.
void drive(b2Body& hand, const b2Vec2& velocity) {
  const float mass = hand.GetMass();
  const double torque =
      static_cast<double>(mass) * (0.0 - static_cast<double>(hand.GetAngularVelocity())) * gain;
  hand.ApplyTorque(static_cast<float>(torque), true);
  const b2Vec2 missing = velocity - hand.GetLinearVelocity();
  hand.ApplyForce(b2Vec2(mass * missing.x * gain, mass * missing.y * gain), hand.GetPosition(), true);
}

// Towards the origin. Deviation: a hand that starts there, where upstream divides by 0, is not driven.
b2Vec2 commanded_velocity(double x, double y) {
  const double distance = std::sqrt(x * x + y * y);
  if (distance == 0.0) return {0.0F, 0.0F};
  return {static_cast<float>(-x / distance * speed), static_cast<float>(-y / distance * speed)};
}

b2Vec2 final_position(double x, double y, double angle, int num_driven_steps) {
  b2World world(b2Vec2(0.0F, 0.0F));

  b2PolygonShape table_shape;
  table_shape.SetAsBox(500.0F, 500.0F);
  b2Body* table = make_body(world, b2_staticBody, {0.0F, 0.0F}, 0.0F, table_shape, {0.0F, 0.2F});

  b2CircleShape disc_shape;
  disc_shape.m_radius = 1.0F;
  b2Body* disc = make_body(world, b2_dynamicBody, {0.0F, 0.0F}, 0.0F, disc_shape, {0.05F, 0.01F});
  lay_on(world, table, disc, {5.0F, 2.0F});

  b2PolygonShape hand_shape;
  hand_shape.SetAsBox(0.3F, 1.0F);
  b2Body* hand = make_body(world, b2_dynamicBody, {static_cast<float>(x), static_cast<float>(y)},
                           static_cast<float>(angle), hand_shape, {0.1F, 0.1F});
  lay_on(world, table, hand, {2.0F, 2.0F});

  const b2Vec2 velocity = commanded_velocity(x, y);
  for (int step = 0; step < num_driven_steps + num_steps_after; ++step) {
    if (step < num_driven_steps) drive(*hand, velocity);
    world.Step(time_step, num_iterations, num_iterations);
  }
  return disc->GetPosition();
}

}  // namespace

double robot_pushing(std::span<const double> x) {
  // Worlds are apart, but Box2D has counters and tables that all of them share without a lock.
  static std::mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  const b2Vec2 end = final_position(x[0], x[1], x[2], static_cast<int>(x[3]));
  const double dx = static_cast<double>(end.x) - goal_x;
  const double dy = static_cast<double>(end.y) - goal_y;
  return std::sqrt(dx * dx + dy * dy);
}

// Deviation: upstream adds noise to the commanded velocity. The paper made its function "virtually
// noise-free", so there is none here.
problems::Problem robot_pushing_problem() {
  return {.name = "robot_pushing",
          .title = "Robot Pushing",
          .domain = {{-5.0, 5.0}, {-5.0, 5.0}, {0.0, 2.0 * std::numbers::pi}, {10.0, 300.0}},
          .optimum = 0.0,
          .score_reference = 0.0,
          .argmin = {{-3.470099793, -0.3815203409, 0.7847726921, 217.0},
                     {-1.477680550, -0.177306042, 4.009990453, 77.0}},
          .properties = {"unknown"},
          .note = "argmin has two of many minimisers, to single precision; x4 is truncated to a whole number",
          .objective = robot_pushing};
}

}  // namespace craggy::testbeds
