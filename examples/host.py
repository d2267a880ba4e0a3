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
                    queue, flag, memory[s["until"]]) and flag[0] < 0: break
manifest = json.load(open(sys.argv[1]))
given = dict(word.split("=", 1) for word in sys.argv[2:])
queue = cl.CommandQueue(cl.create_some_context(interactive=False))
source = os.path.join(os.path.dirname(sys.argv[1]), manifest["source"])
program = cl.Program(queue.context, open(source).read()).build(manifest["build_options"])
memory, names, flag = [], [b["name"] for b in manifest["buffers"]], np.zeros(1, "i4")
for b in manifest["buffers"]:  # inputs first; an output `into` an input is the same buffer
    memory.append(memory[names.index(b["into"])] if "into" in b
                  else cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, b["bytes"] or 1))
    if b["role"] == "input":
        cl.enqueue_copy(queue, memory[-1], np.ascontiguousarray(np.load(given[b["name"]]), dtype(b["type"])))
for k in map(manifest["kernels"].__getitem__, order(manifest.get("launches", range(len(manifest["kernels"]))))):
    words = [memory[a["buffer"]] if "buffer" in a else dtype(a["type"]).type(given[a["scalar"]]) for a in k["arguments"]]
    getattr(program, k["name"])(queue, k["global_size"], k["local_size"], *words)
for b, m in ((b, m) for b, m in zip(manifest["buffers"], memory) if b["role"] == "output"):
    result = np.empty(b["shape"], dtype(b["type"]))
    cl.enqueue_copy(queue, result, m)
    np.save(b["name"] + ".npy", result)
