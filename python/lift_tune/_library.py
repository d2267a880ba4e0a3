"""liblift_tune by ctypes: the declarations of lift_tune.h, and errors."""

import ctypes
import ctypes.util
import os

from . import _place

TEXT = 1024
RANK = 16


class Error(Exception):
    """What lift-tune says is wrong: code is the number of its error (102 for
    E0102), line and column count from 1 in the program's text, 0: no place."""

    def __init__(self, text, code=0, line=0, column=0):
        place = "line %d, column %d: " % (line, column) if line else ""
        number = "E%04d: " % code if code else ""
        super().__init__(number + place + text)
        self.text, self.code = text, code
        self.line, self.column = line, column


class ShapeError(Error, ValueError):
    """Arrays whose shapes do not fit each other or the program (E0401)."""


class CError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("line", ctypes.c_int),
                ("column", ctypes.c_int), ("text", ctypes.c_char * TEXT)]

    def error(self):
        kind = ShapeError if self.code == 401 else Error
        return kind(self.text.decode(errors="replace"), self.code, self.line,
                    self.column)


class CSize(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_uint64)]


class CPort(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_int),
                ("rank", ctypes.c_int), ("dims", ctypes.c_uint64 * RANK),
                ("output", ctypes.c_int), ("written", ctypes.c_int)]


class CArgument(ctypes.Structure):
    _fields_ = [("buffer", ctypes.c_void_p), ("type", ctypes.c_int),
                ("value", ctypes.c_void_p)]


class CArray(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]


LISTENER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)

_p, _s, _z = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
_e = ctypes.POINTER(CError)
_sizes = ctypes.POINTER(CSize)
_FUNCTIONS = {
    "lt_version": (_s, []),
    "lt_open": (_p, [_s, _e]),
    "lt_close": (None, [_p]),
    "lt_program_read": (_p, [_p, _s, _z, _e]),
    "lt_program_free": (None, [_p]),
    "lt_program_name": (_s, [_p]),
    "lt_program_size": (ctypes.c_int, [_p, _z, ctypes.POINTER(CSize)]),
    "lt_program_port": (ctypes.c_int, [_p, _sizes, _z, _z,
                                       ctypes.POINTER(CPort), _e]),
    "lt_program_bind": (ctypes.c_int, [_p, _s, ctypes.c_int,
                                       ctypes.POINTER(ctypes.c_uint64),
                                       _sizes, ctypes.POINTER(_z), _e]),
    "lt_plan_make": (_p, [_p, _p, _p, _sizes, _z, ctypes.c_double, _e]),
    "lt_plan_enqueue": (ctypes.c_int, [_p, _p, ctypes.POINTER(CArgument), _z,
                                       ctypes.c_uint, _p, _p]),
    "lt_plan_run": (ctypes.c_int, [_p, _p, ctypes.POINTER(CArray), _z]),
    "lt_plan_error": (_s, [_p]),
    "lt_plan_source": (_s, [_p]),
    "lt_plan_expected_ns": (ctypes.c_double, [_p]),
    "lt_plan_origin": (_s, [_p]),
    "lt_search": (ctypes.c_int, [_p, _p, _sizes, _z, ctypes.c_double,
                                 LISTENER, _p, _e]),
    "lt_device_open": (_p, [_s, _e]),
    "lt_device_close": (None, [_p]),
    "lt_device_context": (_p, [_p]),
    "lt_device_id": (_p, [_p]),
    "lt_device_queue": (_p, [_p]),
    "lt_device_name": (_s, [_p]),
}


def _candidates():
    """Where the library may be: named, of the checkout that this was installed
    from, of the system."""
    yield os.environ.get("LIFT_TUNE_LIBRARY")
    if _place.BUILD:
        yield os.path.join(_place.BUILD, "liblift_tune.so.0")
    yield "liblift_tune.so.0"
    yield ctypes.util.find_library("lift_tune")


def _load():
    said = []
    for path in filter(None, _candidates()):
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            said.append(str(error))
            continue
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError("liblift_tune is not to be found (make install, or "
                      "LIFT_TUNE_LIBRARY): " + "; ".join(said))


lib = _load()

_worker = os.path.join(_place.BUILD or "", "lift-tune")
if _place.BUILD and os.path.exists(_worker):
    os.environ.setdefault("LIFT_TUNE_WORKER", _worker)


def call(name, *arguments):
    """A function whose last parameter is an lt_error."""
    error = CError()
    result = getattr(lib, name)(*arguments, ctypes.byref(error))
    if not result:
        raise error.error()
    return result
