#!/usr/bin/env python3
"""Kernel Tuner's optimisers on recorded spaces (docs/search.md).

    optimisers.py [-n SEEDS] [-b BUDGET] [-s STRATEGY]... SPACE.jsonl...

Needs the package kernel_tuner. Every number is a parameter under the name of its
block, every block one by its place; what a candidate lacks is -1. A line for each
space and strategy: evaluations to within 5 % of the best, quartiles and 90th
percentile over seeds (-: more than the budget). A race ends after two seconds of
processor time: some optimisers never end where configurations lack neighbours.
Each race has the configurations in an order of its own: populations are measured
in about the order in which they are listed, and a file's is one of promise.
"""
import argparse
import contextlib
import io
import json
import math
import os
import random
import re
import signal
import sys
import tempfile
import warnings

import kernel_tuner
import numpy
from kernel_tuner.runners.simulation import SimulationRunner
from kernel_tuner.searchspace import Searchspace

STRATEGIES = ["diff_evo", "genetic_algorithm", "simulated_annealing",
              "basinhopping", "greedy_ils", "random_sample"]
SECONDS = 2
visited, listed = [], []


class Late(BaseException):
    pass


def late(*_):
    raise Late


def note(run):
    def noting(self, parameter_space, options):
        visited.extend(tuple(element) for element in parameter_space)
        return run(self, parameter_space, options)
    return noting


def build(self, *_, **__):
    """The configurations that were recorded, instead of a solver's."""
    name = "_Searchspace__parameter_space_list_to_lookup_and_return_type"
    return getattr(self, name)(list(listed))


def parameters(steps):
    parts, block, blocks = {}, "", 0
    for step in steps:
        if len(step) < 4:
            block, blocks = step[0], blocks + 1
            name, value = f"block {blocks}", step[0]
        else:
            name = block + "." + step[0].partition(f" {step[3]}")[0]
            value = step[3]
        again = sum(part.split(" #")[0] == name for part in parts)
        parts[f"{name} #{again + 1}" if again else name] = value
    return parts


def read(path):
    """Names of parameters, and {configuration: nanoseconds or None}."""
    rows, steps, seen, codes = [], [], set(), {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            row = json.loads(line)
            steps = steps[:row["keep"]] + row["steps"]
            if row.get("status") == "refused" or row["key"] in seen:
                continue
            seen.add(row["key"])
            parts = {name: codes.setdefault(value, len(codes))
                     if isinstance(value, str) else value
                     for name, value in parameters(steps).items()}
            rows.append((parts, row.get("ns")))
    names = list(dict.fromkeys(name for parts, _ in rows for name in parts))
    if not any(ns for _, ns in rows):
        sys.exit(f"{path}: no candidate works")
    plain = []
    for name in names:
        word = re.sub(r"\W+", "_", name)
        plain.append(f"{word}_{len(plain)}" if word in plain else word)
    return plain, {
        tuple(parts.get(name, -1) for name in names): ns for parts, ns in rows}


def write_cache(path, names, space):
    values = {name: sorted({config[i] for config in space})
              for i, name in enumerate(names)}
    times = {"compile_time": 1, "verification_time": 0, "benchmark_time": 1,
             "strategy_time": 0, "framework_time": 0,
             "timestamp": "2000-01-01"}
    cache = {",".join(map(str, config)): dict(
        zip(names, config), time=ns / 1e6 if ns else "RuntimeFailedConfig",
        times=[ns / 1e6] if ns else [], **times)
        for config, ns in space.items()}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"device_name": "recorded", "kernel_name": "k",
                   "problem_size": 1, "tune_params_keys": names,
                   "tune_params": values, "objective": "time",
                   "cache": cache}, file)
    return values


def race(strategy, values, space, path, budget, seed):
    """Evaluations to within 5 % of the best."""
    def is_recorded(config):
        return tuple(config[name] for name in values) in space

    random.seed(seed)
    numpy.random.seed(seed)
    listed[:] = random.sample(list(space), len(space))
    visited.clear()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            kernel_tuner.tune_kernel(
                "k", "__global__ void k() {}", 1, [], dict(values),
                restrictions=is_recorded, cache=path, simulation_mode=True,
                strategy=strategy, strategy_options={"max_fevals": budget},
                lang="C", quiet=True)
    except Late:  # what was visited counts
        pass
    except Exception:
        if not visited:
            raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    best = min(ns for ns in space.values() if ns)
    distinct = dict.fromkeys(config for config in visited if config in space)
    for number, config in enumerate(distinct, 1):
        if space[config] and space[config] <= 1.05 * best:
            return number if number <= budget else math.inf
    return math.inf


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=100, help="seeds")
    parser.add_argument("-b", type=int, default=120, help="evaluations")
    parser.add_argument("-s", action="append", help="strategy")
    parser.add_argument("spaces", nargs="+")
    options = parser.parse_args()
    for file in options.spaces:
        names, space = read(file)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cache.json")
            values = write_cache(path, names, space)
            for strategy in options.s or STRATEGIES:
                took = sorted(race(strategy, values, space, path, options.b,
                                   seed) for seed in range(options.n))
                shown = [took[math.ceil(share * len(took)) - 1]
                         for share in (0.25, 0.5, 0.75, 0.9)]
                print(f"{os.path.basename(file):24} {strategy:20}", *(
                    f"{number:5}" if number < math.inf else "    -"
                    for number in shown), flush=True)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    signal.signal(signal.SIGPROF, late)
    SimulationRunner.run = note(SimulationRunner.run)
    Searchspace._Searchspace__build_searchspace = build
    main()
