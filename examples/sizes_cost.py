#!/usr/bin/env python3
"""What tuning for several sizes at once costs (docs/performance.md).

    sizes_cost.py [-t SECONDS] [-n SEEDS] [-l LIFT_TUNE] [-k DIR]
                  PROGRAM[@POINTS]...

A program is a document; points are like "N=1000;N=5000;N=20000", by default its
own sizes, a half and a quarter of them. For each seed the program is tuned at all
points together (tune --sizes) in two times SECONDS, and at each point alone in
SECONDS, with a database for each; then `bench --against` times both kernels of a
point in the same rounds. A line for each point: the ratio of the kernel tuned
together to that tuned alone, for each seed (-: there is none), and their
geometric mean; the last line has that of all. It should be at most 1.05. The exit
code is 1 where a ratio is missing. -k keeps the databases in DIR.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

AIM = 1.05
SHARES = (4, 2, 1)


def lift_tune(options, *words):
    """Its lines of JSON, or None."""
    command = [options.lift_tune, *words, "--device", options.device,
               "--quiet", "--json"]
    done = subprocess.run(command, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        print(" ".join(command), done.stderr, sep="\n", file=sys.stderr)
        return None
    return [json.loads(line) for line in done.stdout.splitlines()
            if line.startswith("{")]


def own_points(options, program):
    document = subprocess.run(
        [options.lift_tune, "format", program, "--json"],
        capture_output=True, text=True, check=True).stdout
    sizes = json.loads(document).get("sizes", {})
    if not sizes:
        sys.exit(f"{program}: no sizes")
    return ";".join(",".join(f"{name}={max(1, value // share)}"
                             for name, value in sizes.items())
                    for share in SHARES)


def tune(options, program, database, seed, seconds, *words):
    return lift_tune(options, "tune", program, "--db", database,
                     "--time-limit", str(seconds), "--seed", str(seed),
                     "--max-fevals", "1000000", "--no-files", *words)


def sizes_of(point):
    return [word for size in point.split(",")
            for word in ("--size", size.strip())]


def ratio_at(options, program, point, together, alone):
    rows = lift_tune(options, "bench", program, *sizes_of(point), "--db",
                     together, "--against", alone, "--rounds",
                     str(options.rounds), "--round-limit",
                     str(options.seconds_of_rounds))
    ratios = [row["ratio"] for row in rows or []
              if row.get("side", "lift-tune") != "lift-tune"
              and row.get("ratio")]
    return ratios[0] if ratios else None


def ratios_of_seed(options, program, points, seed, folder):
    name = os.path.join(folder, f"{os.path.basename(program)}.{seed}")
    together = name + ".together.db"
    tune(options, program, together, seed, 2 * options.t, "--sizes",
         ";".join(points))
    for number, point in enumerate(points):
        alone = f"{name}.{number}.db"
        tune(options, program, alone, seed, options.t, *sizes_of(point))
        yield ratio_at(options, program, point, together, alone)


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def table_of(options, word, folder):
    """Prints the lines of a program; its ratios, None where there is none."""
    program, _, points = word.partition("@")
    points = [point.strip() for point in
              (points or own_points(options, program)).split(";")]
    seeds = [list(ratios_of_seed(options, program, points, seed, folder))
             for seed in range(1, options.n + 1)]
    for number, point in enumerate(points):
        ratios = [seed[number] for seed in seeds]
        known = [ratio for ratio in ratios if ratio]
        texts = [f"{ratio:.3f}" if ratio else "-" for ratio in ratios]
        print(f"| {os.path.basename(program)} | {point} | "
              + " | ".join(texts)
              + (f" | {mean(known):.3f} |" if known else " | - |"),
              flush=True)
    return [ratio for seed in seeds for ratio in seed]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("-t", type=float, default=20, help="seconds")
    parser.add_argument("-n", type=int, default=3, help="seeds")
    parser.add_argument("-l", "--lift-tune", default="lift-tune")
    parser.add_argument("-d", "--device", default="0")
    parser.add_argument("-r", "--rounds", type=int, default=21)
    parser.add_argument("--seconds-of-rounds", type=float, default=10)
    parser.add_argument("-k", metavar="DIR", help="where databases are kept")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM[@POINTS]")
    return parser.parse_args()


def main():
    options = arguments()
    print("| program | sizes | "
          + " | ".join(f"seed {seed}" for seed in range(1, options.n + 1))
          + " | mean |\n|---|---|" + "---:|" * (options.n + 1), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.k or scratch
        os.makedirs(folder, exist_ok=True)
        ratios = [ratio for word in options.programs
                  for ratio in table_of(options, word, folder)]
    known = [ratio for ratio in ratios if ratio]
    if known:
        print(f"\n{len(known)} ratios, geometric mean {mean(known):.3f}, at "
              f"most {AIM} wanted; {sum(ratio > AIM for ratio in known)} are "
              "larger")
    return len(known) < len(ratios) or not known


if __name__ == "__main__":
    sys.exit(main())
