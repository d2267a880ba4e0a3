"""Makes the wheel: what is in lift_tune/, and where the checkout that it is
installed from was built. Needs nothing but Python."""

import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _version():
    with open(os.path.join(HERE, "..", "configure.ac"), encoding="utf-8") as f:
        return re.search(r"AC_INIT\(\[lift-tune\], \[([^]]*)\]", f.read())[1]


def _build():
    """The folder with the library: $LIFT_TUNE_BUILD, or the checkout."""
    folder = os.path.abspath(os.environ.get("LIFT_TUNE_BUILD",
                                            os.path.join(HERE, "..")))
    made = os.path.exists(os.path.join(folder, "liblift_tune.so.0"))
    return folder if made else None


def _files(version):
    folder = os.path.join(HERE, "lift_tune")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                yield "lift_tune/" + name, file.read()
    info = "lift_tune-%s.dist-info/" % version
    yield info + "METADATA", (
        "Metadata-Version: 2.1\nName: lift_tune\nVersion: %s\n"
        "Summary: Tuned OpenCL kernels, called with numpy arrays\n"
        "License: MIT\nRequires-Python: >=3.8\nRequires-Dist: numpy\n"
        % version).encode()
    yield info + "WHEEL", (b"Wheel-Version: 1.0\nGenerator: lift_tune\n"
                           b"Root-Is-Purelib: true\nTag: py3-none-any\n")


def _placed(name, data):
    if name != "lift_tune/_place.py":
        return data
    return data.replace(b"BUILD = None", ("BUILD = %r" % _build()).encode())


def build_wheel(wheel_directory, config_settings=None,
                metadata_directory=None):
    version = _version()
    wheel = "lift_tune-%s-py3-none-any.whl" % version
    record = "lift_tune-%s.dist-info/RECORD" % version
    lines = []
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w") as made:
        for name, data in _files(version):
            data = _placed(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
            lines.append("%s,sha256=%s,%d" % (
                name, digest.rstrip(b"=").decode(), len(data)))
            made.writestr(name, data)
        made.writestr(record, "\n".join(lines + [record + ",,", ""]))
    return wheel
