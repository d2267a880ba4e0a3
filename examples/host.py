#!/usr/bin/env python3
"""host.py NAME.manifest.json NAME=FILE.npy|NUMBER...: runs the kernels that a
manifest describes (docs/manifest.md) and writes each result as NAME.npy."""
import json, os, sys, numpy as np, pyopencl as cl
dtype = lambda name: np.dtype("u1" if name == "bool" else name[0] + str(int(name[1:]) // 8))
def order(steps):  # numbers of kernels, and loops of such steps
    for s in steps:
        for i in range(1, 2 if isinstance(s, int) else s["times"] + 1):
            yield from [s] if isinstance(s, int) else order(s["launches"])
            if not isinstance(s, int) and "until" in s and i % s["every"] == 0 and cl.enqueue_copy(
                    queue, flag, memory[manifest["buffers"][s["until"]]["name"]]) and flag[0] < 0: break
manifest = json.load(open(sys.argv[1]))
given = dict(word.split("=", 1) for word in sys.argv[2:])
queue = cl.CommandQueue(cl.create_some_context(interactive=False))
source = os.path.join(os.path.dirname(sys.argv[1]), manifest["source"])
program = cl.Program(queue.context, open(source).read()).build(manifest["build_options"])
memory, flag = {}, np.zeros(1, "i4")  # an output `into` an input is the same buffer
for b in manifest["buffers"]:
    memory[b["name"]] = memory.get(b.get("into")) or cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, b["bytes"] or 1)
    if b["role"] == "input":
        cl.enqueue_copy(queue, memory[b["name"]], np.ascontiguousarray(np.load(given[b["name"]]), dtype(b["type"])))
for k in map(manifest["kernels"].__getitem__, order(manifest.get("launches", range(len(manifest["kernels"]))))):
    words = [memory[manifest["buffers"][a["buffer"]]["name"]] if "buffer" in a
             else dtype(a["type"]).type(given[a["scalar"]]) for a in k["arguments"]]
    getattr(program, k["name"])(queue, k["global_size"], k["local_size"], *words)
for b in (b for b in manifest["buffers"] if b["role"] == "output"):
    result = np.empty(b["shape"], dtype(b["type"]))
    cl.enqueue_copy(queue, result, memory[b["name"]])
    np.save(b["name"] + ".npy", result)
