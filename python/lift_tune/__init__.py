"""Tuned OpenCL kernels, called with numpy arrays.

    import lift_tune as lt
    gemv = lt.program("gemv.lift")
    gemv.tune(device=0, seconds=20)
    y = gemv(A=A, x=x, y=y, alpha=1.0, beta=0.0)
"""

from ._library import Error, ShapeError, lib
from ._program import ESTIMATE, NEAREST, STORED, Program, program

__all__ = ["ESTIMATE", "NEAREST", "STORED", "Error", "Program",
           "ShapeError", "program"]
__version__ = lib.lt_version().decode()
