"""Write the data of docs/tutorial.md into a folder; default: the current one.

customers.csv: 600 customers of a shop last year, and whether they have left since.
new.csv:       50 customers of this year, of whom nobody knows.
ratings.csv:   what 60 of them think of 40 articles, on a scale from 1 to 5.

The data is synthetic: leaving depends on visits, returns, distance, the newsletter and chance; the
other columns are irrelevant. Python's generator gives the same numbers everywhere.
"""

import csv
import math
import random
import sys
from pathlib import Path

COLUMNS = ["age", "income", "visits", "basket", "returns", "distance", "newsletter", "tenure"]
NOISE = [f"survey_{k}" for k in range(1, 13)]


def customer(draw: random.Random) -> tuple[dict[str, str], bool]:
    """Return the cells of a customer, and whether the customer leaves."""
    age, income = draw.gauss(45, 12), draw.gauss(3200, 800)
    visits, returns = draw.expovariate(1 / 6), draw.expovariate(1 / 2)
    distance, newsletter = draw.expovariate(1 / 8), draw.random() < 0.4
    log_odds = -0.6 - 0.25 * visits + 0.5 * returns + 0.08 * distance - 1.2 * newsletter
    cells = {
        "age": f"{age:.0f}",
        "income": f"{income:.0f}" if draw.random() > 0.05 else "",
        "visits": f"{visits:.1f}",
        "basket": f"{draw.gauss(40, 15):.2f}",
        "returns": f"{returns:.1f}",
        "distance": f"{distance:.1f}",
        "newsletter": str(int(newsletter)),
        "tenure": f"{draw.expovariate(1 / 4):.1f}",
    }
    cells.update({name: f"{draw.gauss(0, 1):.2f}" for name in NOISE})
    return cells, draw.random() < 1 / (1 + math.exp(-log_odds))


def write(path: Path, columns: list[str], rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def write_customers(folder: Path, draw: random.Random) -> None:
    rows = []
    for _ in range(600):
        cells, leaves = customer(draw)
        rows.append({**cells, "leaves": "yes" if leaves else "no"})
    write(folder / "customers.csv", [*COLUMNS, *NOISE, "leaves"], rows)
    write(folder / "new.csv", [*COLUMNS, *NOISE], [customer(draw)[0] for _ in range(50)])


def write_ratings(folder: Path, draw: random.Random) -> None:
    """Write ratings with two latent factors and biases of customers and articles."""
    users = [(draw.gauss(0, 0.4), draw.gauss(0, 1)) for _ in range(60)]
    items = [(draw.gauss(0, 0.5), draw.gauss(0, 0.7)) for _ in range(40)]
    rows = []
    for user, (kindness, taste) in enumerate(users, 1):
        for item in sorted(draw.sample(range(1, 41), 20)):
            quality, flavour = items[item - 1]
            rating = 3.4 + kindness + quality + taste * flavour + draw.gauss(0, 0.3)
            stars = min(max(round(2 * rating) / 2, 1), 5)
            rows.append({"user": str(user), "item": str(item), "rating": str(stars)})
    write(folder / "ratings.csv", ["user", "item", "rating"], rows)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    write_customers(target, random.Random(1))
    write_ratings(target, random.Random(2))
    print(f"customers.csv, new.csv and ratings.csv are in {target}")
