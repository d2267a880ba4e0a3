"""Against numpy; run by tests/lib/python.sh, which sets a database of its own."""

import json
import os
import signal
import threading
import unittest
from unittest import mock

import numpy as np

import lift_tune as lt

EXAMPLES = os.environ["EXAMPLES"]
RANDOM = np.random.default_rng(0)

SCALE = """program scale
  size N = 1000
  input xs : f32[N] ; w : f32
  output ys
  map (\\x. w * x + 1) xs
"""
ADD = """program add
  size N = 100
  input xs : %s[N] ; ys : %s[N]
  map (+) (zip xs ys)
"""


def example(name):
    return lt.program(os.path.join(EXAMPLES, name + ".lift"))


def floats(*shape, dtype="f4"):
    return RANDOM.standard_normal(shape).astype(dtype)


class Computing(unittest.TestCase):
    def near(self, found, expected):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-3)

    def test_gemv(self):
        A, x, y = floats(60, 33), floats(33), floats(60)
        self.near(example("gemv")(A=A, x=x, y=y, alpha=2.0, beta=0.5),
                  2 * A @ x + 0.5 * y)

    def test_other_sizes(self):
        gemv = example("gemv")
        for m, k in ((1, 1), (7, 50), (31, 2)):
            A, x, y = floats(m, k), floats(k), floats(m)
            self.near(gemv(A, x, y, 1.0, 1.0), A @ x + y)

    def test_asum(self):
        xs = floats(5001)
        self.near(example("asum")(xs=xs), abs(xs).sum())

    def test_dot(self):
        xs, ys = floats(777), floats(777)
        self.near(example("dot")(xs, ys), xs @ ys)

    def test_matmul(self):
        A, B = floats(13, 20), floats(20, 17)
        self.near(example("matmul")(A=A, B=B), A @ B)

    def test_value_and_array(self):
        xs = floats(100)
        self.near(lt.program(SCALE)(xs, 3.0), 3 * xs + 1)

    def test_types(self):
        for name, dtype in (("f64", "f8"), ("i32", "i4"), ("u8", "u1"),
                            ("i64", "i8"), ("u16", "u2")):
            xs = np.arange(50).astype(dtype)
            found = lt.program(ADD % (name, name))(xs, xs)
            self.assertEqual(found.dtype, xs.dtype)
            np.testing.assert_array_equal(found, xs + xs)

    def test_not_contiguous(self):
        xs = floats(200)[::2]
        self.near(lt.program(SCALE)(xs, 2.0), 2 * xs + 1)

    def test_inputs_stay(self):
        scal = example("scal")
        xs = floats(64)
        before = xs.copy()
        self.near(scal(alpha=2.0, x=xs), 2 * before)
        np.testing.assert_array_equal(xs, before)

    def test_dict(self):
        document = {"name": "negate", "sizes": {"N": 8}, "inputs": [
            {"name": "xs", "type": "[f32; N]"}], "body": ["map", "neg", "xs"]}
        xs = floats(8)
        self.near(lt.program(document)(xs), -xs)

    def test_several_outputs(self):
        two = lt.program("program two\n  size N = 9\n  input xs : f32[N]\n"
                         "  output a ; b\n"
                         "  (map abs xs, map neg xs)\n")
        xs = floats(9)
        found = two(xs)
        self.near(found["a"], abs(xs))
        self.near(found["b"], -xs)

    def test_threads(self):
        good = []

        def work(n):
            xs = floats(n)
            found = lt.program(SCALE)(xs, 2.0)
            good.append(np.allclose(found, 2 * xs + 1, atol=1e-4))
        threads = [threading.Thread(target=work, args=(50 + i,))
                   for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(good, [True] * 3)


class Refusing(unittest.TestCase):
    def setUp(self):
        self.scale = lt.program(SCALE)

    def test_place(self):
        with self.assertRaises(lt.Error) as caught:
            lt.program("program x\n  input a : f32[\n  a\n")
        self.assertGreaterEqual(caught.exception.line, 2)
        self.assertIn("line", str(caught.exception))

    def test_type_error(self):
        with self.assertRaises(lt.Error) as caught:
            lt.program("program x\n  input a : f32\n  map abs a\n")
        self.assertGreater(caught.exception.code, 100)

    def test_no_file(self):
        with self.assertRaises(FileNotFoundError):
            lt.program("nowhere.lift")

    def test_dtype(self):
        with self.assertRaisesRegex(TypeError, "xs has dtype float32"):
            self.scale(np.zeros(10), 1.0)

    def test_rank(self):
        with self.assertRaises(ValueError):
            self.scale(floats(3, 4), 1.0)

    def test_contradiction(self):
        with self.assertRaisesRegex(lt.ShapeError, "N = "):
            lt.program(ADD % ("f32", "f32"))(floats(4), floats(5))

    def test_missing(self):
        with self.assertRaisesRegex(TypeError, "input w is missing"):
            self.scale(floats(4))

    def test_unknown(self):
        with self.assertRaisesRegex(TypeError, "no input z"):
            self.scale(floats(4), 1.0, z=1)

    def test_twice(self):
        with self.assertRaisesRegex(TypeError, "twice"):
            self.scale(floats(4), 1.0, xs=floats(4))

    def test_scalar_for_array(self):
        with self.assertRaises(ValueError):
            self.scale(1.0, 1.0)

    def test_no_device(self):
        with self.assertRaises(lt.Error) as caught:
            self.scale(floats(4), 1.0, device="no such device")
        self.assertEqual(caught.exception.code, 501)

    def test_not_stored(self):
        with self.assertRaises(lt.Error) as caught:
            self.scale(floats(4321), 1.0, effort=lt.STORED)
        self.assertEqual(caught.exception.code, 1003)


class Tuning(unittest.TestCase):
    def test_interrupt_keeps(self):
        scale = lt.program(SCALE)
        read, told = json.loads, []

        def heard(line):  # the first good kernel: Ctrl-C
            result = read(line)
            if result.get("status") == "ok" and not told:
                told.append(result)
                os.kill(os.getpid(), signal.SIGINT)
            return result

        with mock.patch("json.loads", heard):
            with self.assertRaises(KeyboardInterrupt):
                scale.tune(seconds=300, N=2000)
        self.assertIn(told[0], scale.results)
        xs = floats(2000)
        np.testing.assert_allclose(scale(xs, 2.0, effort=lt.STORED),
                                   2 * xs + 1, rtol=1e-5, atol=1e-5)
        self.assertIn("min_ns", told[0])


if __name__ == "__main__":
    unittest.main()
