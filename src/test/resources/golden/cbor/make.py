"""Makes the files beside it: payloads of CBOR, and what cbor2 reads from them.

    pip install cbor2==6.3.0
    python make.py

values.jsonl has a line for each value: its bytes, and the value with its type. The examples are the values of RFC 8949,
appendix A, in the encodings that stand there.
"""

import json
import math
import pathlib
import struct
from datetime import datetime, timezone
from decimal import Decimal

import cbor2

HERE = pathlib.Path(__file__).parent

EXAMPLES = """
00 01 0a 17 1818 1819 1864 1903e8 1a000f4240 1b000000e8d4a51000 1bffffffffffffffff c249010000000000000000
3bffffffffffffffff c349010000000000000000 20 29 3863 3903e7
f90000 f98000 f93c00 fb3ff199999999999a f93e00 f97bff fa47c35000 fa7f7fffff fb7e37e43c8800759c f90001 f90400 f9c400
fbc010666666666666 f97c00 f97e00 f9fc00 fa7f800000 fa7fc00000 faff800000 fb7ff0000000000000 fb7ff8000000000000
fbfff0000000000000
f4 f5 f6 f7
c074323031332d30332d32315432303a30343a30305a c11a514b67b0 c1fb41d452d9ec200000
d74401020304 d818456449455446 d82076687474703a2f2f7777772e6578616d706c652e636f6d
40 4401020304 60 6161 6449455446 62225c 62c3bc 63e6b0b4 64f0908591
80 83010203 8301820203820405 98190102030405060708090a0b0c0d0e0f101112131415161718181819
a0 a201020304 a26161016162820203 826161a161626163 a56161614161626142616361436164614461656145
5f42010243030405ff 7f657374726561646d696e67ff
9fff 9f018202039f0405ffff 9f01820203820405ff 83018202039f0405ff 83019f0203ff820405
9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff
bf61610161629f0203ffff 826161bf61626163ff bf6346756ef563416d7421ff
""".split()

MORE = [
    cbor2.CBORTag(55799, {"self": "described"}),
    Decimal("273.15"),
    Decimal("-1.2345678901234567890123456789"),
    Decimal("1E+400"),
    cbor2.CBORTag(5, [-1, 3]),
    cbor2.CBORTag(5, [70, -3]),
    2**64,
    -(2**64) - 1,
    2**200,
    -(2**63),
    2**63,
    cbor2.CBORTag(64, bytes([1, 2, 255])),
    cbor2.CBORTag(1234567, [True, None, "x"]),
    {-1: "a", 18446744073709551615: "b", "c": {0: []}},
    datetime(2026, 1, 2, 3, 4, 5, 123456, tzinfo=timezone.utc),
    bytes(range(256)),
]

DEVICES = {
    "gateway": {
        "id": "gw-1",
        "sent": datetime(2026, 1, 2, 3, 4, 6, tzinfo=timezone.utc),
        "readings": [
            {"sensor": "a", "t": 1767323045000001, "v": 21.5, "n": 2**63 - 1, "raw": bytes([0, 255, 10])},
            {"sensor": "b", "t": 1767323045000002, "v": Decimal("-3.20"), "n": 2**64 - 1, "raw": b""},
            {"sensor": "ü", "t": 1767323045000003, "v": None, "n": -(2**63), "raw": bytes(range(256))},
        ],
    },
    "machine": {
        0: "press-4",
        1: datetime(2026, 1, 2, 3, 4, 5, 250000, tzinfo=timezone.utc),
        2: [{0: 1, 1: 21.25}, {0: 2, 1: [1, 2, 3]}],
        -1: cbor2.CBORTag(69, struct.pack("<4H", 0, 1, 32768, 65535)),
        "ok": True,
    },
}


def described(value, encoded=b""):
    """A value with its type; cbor2 has one type for all floats, so their width is that of the encoding."""
    if value is None or value is cbor2.undefined:
        return None
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return ("long:" if -(2**63) <= value < 2**63 else "integer:") + str(value)
    if isinstance(value, float):
        return described_float(value, encoded)
    if isinstance(value, Decimal):
        return "decimal:" + number(value)
    if isinstance(value, str):
        return "text:" + value
    if isinstance(value, bytes):
        return "bytes:" + value.hex()
    if isinstance(value, datetime):
        return "time:" + time(value)
    if isinstance(value, cbor2.CBORTag):
        return described(value.value)
    if isinstance(value, (list, tuple)):
        return [described(element) for element in value]
    return {str(key): described(element) for key, element in value.items()}


def described_float(value, encoded):
    narrow = encoded[:1] in (b"\xf9", b"\xfa")
    if math.isnan(value):
        return "float:NaN" if narrow else "double:NaN"
    return "float:" + struct.pack(">f", value).hex() if narrow else "double:" + struct.pack(">d", value).hex()


def number(value):
    """Without trailing zeros and without a point: a mantissa and an exponent."""
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    while text.endswith("0"):
        text, exponent = text[:-1], exponent + 1
    return ("-" if sign else "") + (text + "E" + str(exponent) if text else "0")


def time(value):
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f000Z")


def line(**fields):
    return json.dumps(fields, ensure_ascii=False) + "\n"


with open(HERE / "values.jsonl", "w", encoding="utf-8", newline="\n") as out:
    for encoded in [bytes.fromhex(example) for example in EXAMPLES] + [cbor2.dumps(value) for value in MORE]:
        out.write(line(hex=encoded.hex(), value=described(cbor2.loads(encoded), encoded)))

with open(HERE / "devices.jsonl", "w", encoding="utf-8", newline="\n") as out:
    for name, payload in DEVICES.items():
        (HERE / (name + ".cbor")).write_bytes(cbor2.dumps(payload))
        out.write(line(file=name + ".cbor", value=described(payload)))
