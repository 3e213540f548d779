"""Makes the files beside it: payloads of MessagePack, and what they mean.

    pip install msgpack==1.2.4
    python make.py

values.jsonl has a line for each value: its bytes, and the value with its type.
"""

import json
import pathlib
import struct

import msgpack

HERE = pathlib.Path(__file__).parent

VALUES = [
    None, False, True,
    0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1,
    -1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63),
    0.0, -0.0, 1.1, -2.5e300, float("inf"), float("nan"),
    "", "a", "ü水𐅑", "x" * 31, "x" * 32, "x" * 255, "x" * 256,
    b"", bytes(range(256)), bytes(255),
    [], [1, [2, ["three"]]], list(range(15)), list(range(16)),
    {}, {"a": 1, "b": [2]}, {"k" + str(i): i for i in range(15)}, {"k" + str(i): i for i in range(16)},
    {-1: "a", 18446744073709551615: "b", "c": {0: []}},
    msgpack.Timestamp(0, 0),
    msgpack.Timestamp(2**32 - 1, 0),
    msgpack.Timestamp(1767323045, 123456789),
    msgpack.Timestamp(2**34 - 1, 999999999),
    msgpack.Timestamp(2**34, 0),
    msgpack.Timestamp(-1, 999999999),
    msgpack.ExtType(5, b"\x01"),
    msgpack.ExtType(5, b"\x01\x02"),
    msgpack.ExtType(5, bytes(4)),
    msgpack.ExtType(5, bytes(8)),
    msgpack.ExtType(127, bytes(16)),
    msgpack.ExtType(0, b""),
    msgpack.ExtType(0, b"\x01\x02\x03"),
    msgpack.ExtType(0, bytes(256)),
]

SINGLES = [0.0, 1.5, -0.1, 3.4028234663852886e38, float("-inf"), float("nan")]

DEVICES = {
    "gateway": {
        "id": "gw-1",
        "sent": msgpack.Timestamp(1767323046, 5),
        "readings": [
            {"sensor": "a", "t": 1767323045000001, "v": 21.5, "n": 2**63 - 1, "raw": bytes([0, 255, 10])},
            {"sensor": "b", "t": 1767323045000002, "v": -3.25, "n": 2**64 - 1, "raw": b""},
            {"sensor": "ü", "t": 1767323045000003, "v": None, "n": -(2**63), "raw": bytes(range(256))},
        ],
    },
    "machine": {
        0: "press-4",
        1: msgpack.Timestamp(1767323045, 250000000),
        2: [{0: 1, 1: 21.25}, {0: 2, 1: [1, 2, 3]}],
        -1: msgpack.ExtType(7, bytes([1, 2, 3])),
        "ok": True,
    },
}


def described(value, width="double"):
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return ("long:" if -(2**63) <= value < 2**63 else "integer:") + str(value)
    if isinstance(value, float):
        return width + ":" + ("NaN" if value != value else struct.pack(">d" if width == "double" else ">f", value).hex())
    if isinstance(value, str):
        return "text:" + value
    if isinstance(value, bytes):
        return "bytes:" + value.hex()
    if isinstance(value, msgpack.Timestamp):
        return "time:" + time(value)
    if isinstance(value, msgpack.ExtType):
        return "bytes:" + value.data.hex()
    if isinstance(value, list):
        return [described(element) for element in value]
    return {str(key): described(element) for key, element in value.items()}


def time(value):
    return value.to_datetime().strftime("%Y-%m-%dT%H:%M:%S.") + "%09dZ" % value.nanoseconds


def line(**fields):
    return json.dumps(fields, ensure_ascii=False) + "\n"


with open(HERE / "values.jsonl", "w", encoding="utf-8", newline="\n") as out:
    for value in VALUES:
        out.write(line(hex=msgpack.packb(value).hex(), value=described(value)))
    for value in SINGLES:
        out.write(line(hex=msgpack.packb(value, use_single_float=True).hex(), value=described(value, "float")))

with open(HERE / "devices.jsonl", "w", encoding="utf-8", newline="\n") as out:
    for name, payload in DEVICES.items():
        (HERE / (name + ".msgpack")).write_bytes(msgpack.packb(payload))
        out.write(line(file=name + ".msgpack", value=described(payload)))
