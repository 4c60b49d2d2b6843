"""The objective of the study "blade": a bowl with a saw on it, and every fifth value or so is a jag."""

import random
import sys

x, y = map(float, sys.argv[1:3])
generator = random.Random(f"{x:.9f} {y:.9f}")
jag = generator.choice([0.45, 0.6, 0.0]) if generator.random() < 0.2 else 0.0
print(2 * (x - 0.55) ** 2 + 1.5 * (y - 0.4) ** 2 + 0.05 * ((9 * x) % 1) + jag)
