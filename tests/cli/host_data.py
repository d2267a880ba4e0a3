#!/usr/bin/env python3
"""host_data.py MANIFEST: draws data for the inputs of a program, by its
manifest, in NAME.npy, and prints NAME=FILE or NAME=NUMBER of each; floats are in
[0.5, 1.5), integers below the first length of the first input."""
import json
import sys

import numpy as np


def drawn(rng, name, shape, below):
    if name[0] == "f":
        return (rng.random(shape) + 0.5).astype("f%d" % (int(name[1:]) // 8))
    return rng.integers(0, below, shape).astype(name[0] + str(int(name[1:]) // 8))


manifest = json.load(open(sys.argv[1]))
rng = np.random.default_rng(1)
inputs = [b for b in manifest["buffers"] if b["role"] == "input"]
below = inputs[0]["shape"][0] if inputs else 1
for b in inputs:
    np.save(b["name"] + ".npy", drawn(rng, b["type"], b["shape"], below))
    print("%s=%s.npy" % (b["name"], b["name"]))
scalars = {a["scalar"]: a["type"] for k in manifest["kernels"]
           for a in k["arguments"] if "scalar" in a}
for name, kind in scalars.items():
    print("%s=%s" % (name, drawn(rng, kind, (), 3)))
