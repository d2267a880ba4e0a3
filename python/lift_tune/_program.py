"""Programs: read, tuned, called."""

import ctypes
import json
import os
import threading

import numpy as np

from ._library import (LISTENER, CArgument, CArray, CError, CPort, CSize,
                       Error, call, lib)

STORED, NEAREST, ESTIMATE = -1.0, -2.0, -3.0

DTYPES = [np.dtype(name) for name in
          ("bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4",
           "f8")]


class _Library:
    def __init__(self, database):
        path = os.fsencode(database) if database is not None else None
        self.handle = call("lt_open", path)

    def __del__(self):
        if getattr(self, "handle", None):
            lib.lt_close(self.handle)


class _Device:
    def __init__(self, which):
        self.handle = call("lt_device_open", str(which).encode())
        self.context = lib.lt_device_context(self.handle)
        self.id = lib.lt_device_id(self.handle)
        self.queue = lib.lt_device_queue(self.handle)

    def __del__(self):
        if getattr(self, "handle", None):
            lib.lt_device_close(self.handle)


class _Port:
    def __init__(self, port):
        self.name = port.name.decode()
        self.dtype = DTYPES[port.type]
        self.type = port.type
        self.shape = tuple(port.dims[:port.rank])
        self.output, self.written = bool(port.output), bool(port.written)


def _text(source):
    """A path, the text itself, or a document as a dict."""
    if isinstance(source, dict):
        return json.dumps(source)
    text = os.fspath(source)
    if "\n" in text or text.lstrip().startswith("{"):
        return text
    with open(text, encoding="utf-8") as file:
        return file.read()


def program(source, database=None):
    """Reads a program: the path of a .lift or .json file, its text, or a dict.
    database: a file; None: the user's own."""
    return Program(source, database)


class Program:
    """A program; called with its inputs by name (or in order) it gives its
    output, or a dict of them where there are several."""

    def __init__(self, source, database=None):
        text = _text(source).encode()
        self._library = _Library(database)
        self._devices = {}
        self._shapes = {}
        self._device = 0
        self._results = []
        self._handle = call("lt_program_read", self._library.handle, text,
                            len(text))
        self.name = lib.lt_program_name(self._handle).decode()
        self.sizes = self._own_sizes()

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.lt_program_free(self._handle)

    def _own_sizes(self):
        sizes, one = {}, CSize()
        while lib.lt_program_size(self._handle, len(sizes), ctypes.byref(one)):
            sizes[one.name.decode()] = one.value
        return sizes

    # -- sizes and parameters

    @staticmethod
    def _list(sizes):
        made = (CSize * (len(sizes) + 1))()
        for i, (name, value) in enumerate(sizes.items()):
            if int(value) != value or value < 0:
                raise Error("%s = %s is no size" % (name, value), 1001)
            made[i] = CSize(name.encode(), int(value))
        return made

    def _ports(self, sizes):
        key = tuple(sorted(sizes.items()))
        if key not in self._shapes:
            self._shapes[key] = list(self._read_ports(sizes))
        return self._shapes[key]

    def _read_ports(self, sizes):
        port, error, i = CPort(), CError(), 0
        while lib.lt_program_port(self._handle, self._list(sizes), len(sizes),
                                  i, ctypes.byref(port), ctypes.byref(error)):
            yield _Port(port)
            i += 1
        if error.code:
            raise error.error()

    def _bound(self, inputs, sizes):
        """Sizes, those of the inputs' shapes included."""
        known = self._list({name: 1 for name in self.sizes})
        for i, (name, value) in enumerate(sizes.items()):
            if name not in self.sizes:
                raise Error("%s has no size %s" % (self.name, name), 1001)
            known[i] = self._list({name: value})[0]
        count = ctypes.c_size_t(len(sizes))
        for name, value in inputs.items():
            shape = getattr(value, "shape", ())
            if not shape:
                continue
            call("lt_program_bind", self._handle, name.encode(), len(shape),
                 (ctypes.c_uint64 * len(shape))(*shape), known,
                 ctypes.byref(count))
        return {known[i].name.decode(): known[i].value
                for i in range(count.value)}

    # -- devices, tuning

    def _open(self, device):
        if device not in self._devices:
            self._devices[device] = _Device(device)
        return self._devices[device]

    def tune(self, device=0, seconds=60.0, **sizes):
        """Searches for so long, and stores what it measures. The results, a
        dict for each measurement. Ctrl-C ends it; what was measured is kept."""
        opened, lines, stop, failed = self._open(device), [], [], []

        def listen(_, line):
            if line is not None:
                lines.append(json.loads(line))
            return len(stop)

        def search():
            try:
                call("lt_search", self._handle, opened.id, self._list(sizes),
                     len(sizes), float(seconds), LISTENER(listen), None)
            except Error as error:
                failed.append(error)

        self._device = device
        thread = threading.Thread(target=search)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
        except BaseException:
            stop.append(True)
            raise
        finally:
            thread.join()
            self._results += lines
        if failed:
            raise failed[0]
        return lines

    @property
    def results(self):
        """All that was measured by this object: a list of dicts."""
        return list(self._results)

    def frame(self):
        """The same as a pandas frame."""
        import pandas
        return pandas.DataFrame(self._results)

    # -- calling

    def __call__(self, *values, queue=None, device=None, effort=ESTIMATE,
                 sizes=None, **named):
        inputs = self._named(values, named)
        bound = self._bound(inputs, sizes or {})
        ports = self._ports(bound)
        if queue is not None:
            return self._on_device(queue, inputs, ports, bound, effort)
        arrays = [self._array(port, inputs) for port in ports]
        opened = self._open(self._device if device is None else device)
        plan = call("lt_plan_make", self._handle, opened.context, opened.id,
                    self._list(bound), len(bound), effort)
        given = (CArray * len(arrays))(*[CArray(a.ctypes.data, a.nbytes)
                                         for a in arrays])
        status = lib.lt_plan_run(plan, opened.queue, given, len(arrays))
        self._check(plan, status)
        return self._results_of(ports, arrays)

    def _named(self, values, named):
        names = [port.name for port in self._ports(self.sizes)
                 if not port.output]
        if len(values) > len(names):
            raise TypeError("%s has %d inputs" % (self.name, len(names)))
        inputs = dict(zip(names, values))
        for name, value in named.items():
            if name not in names:
                raise TypeError("%s has no input %s, but %s"
                                % (self.name, name, ", ".join(names)))
            if name in inputs:
                raise TypeError("%s is given twice" % name)
            inputs[name] = value
        missing = [name for name in names if name not in inputs]
        if missing:
            raise TypeError("input %s is missing" % ", ".join(missing))
        return inputs

    @staticmethod
    def _array(port, inputs):
        """Of a parameter: a copy where it is written, or not as it must lie."""
        if port.output:
            return np.empty(port.shape, port.dtype)
        value = np.asarray(inputs[port.name])
        if not port.shape and not value.shape:
            made = value.astype(port.dtype)
            if port.dtype.kind in "iu" and made != value:
                raise ValueError("%s = %s is no %s"
                                 % (port.name, value, port.dtype))
            return made
        if value.shape != port.shape:
            raise ValueError("%s has shape %s, not %s"
                             % (port.name, port.shape, value.shape))
        if value.dtype != port.dtype:
            raise TypeError("%s has dtype %s, not %s"
                            % (port.name, port.dtype, value.dtype))
        value = np.ascontiguousarray(value)
        return value.copy() if port.written else value

    @staticmethod
    def _results_of(ports, arrays):
        results = {port.name: array[()] if not port.shape else array
                   for port, array in zip(ports, arrays) if port.written}
        return results.popitem()[1] if len(results) == 1 else results

    @staticmethod
    def _check(plan, status):
        if status:
            raise Error("%s (OpenCL error %d)"
                        % (lib.lt_plan_error(plan).decode(), status), 1002)

    def _on_device(self, queue, inputs, ports, bound, effort):
        """pyopencl buffers or arrays: all of them stay there; outputs are
        pyopencl arrays."""
        import pyopencl.array
        plan = call("lt_plan_make", self._handle, queue.context.int_ptr,
                    queue.device.int_ptr, self._list(bound), len(bound),
                    effort)
        given, kept = (CArgument * len(ports))(), []
        for i, port in enumerate(ports):
            value = (pyopencl.array.empty(queue, port.shape, port.dtype)
                     if port.output else inputs[port.name])
            if not port.output and not port.shape:
                value = self._array(port, inputs)
                given[i] = CArgument(None, port.type, value.ctypes.data)
            else:
                if getattr(value, "dtype", port.dtype) != port.dtype:
                    raise TypeError("%s has dtype %s, not %s" % (
                        port.name, port.dtype, value.dtype))
                buffer = getattr(value, "base_data", value)
                given[i] = CArgument(buffer.int_ptr, port.type, None)
            kept.append(value)
        self._check(plan, lib.lt_plan_enqueue(plan, queue.int_ptr, given,
                                              len(given), 0, None, None))
        results = {port.name: value for port, value in zip(ports, kept)
                   if port.written}
        return results.popitem()[1] if len(results) == 1 else results
