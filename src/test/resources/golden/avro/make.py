"""Makes the files beside it: payloads of Avro as fastavro writes them, and what stands in them.

    pip install fastavro==1.13.1 cramjam==2.14.0 backports.zstd==1.8.0
    python make.py

expected.jsonl has a line for each record, all data in the same order.
"""

import base64
import io
import json
import pathlib
import re
import struct
from datetime import date, datetime, time, timezone
from decimal import Decimal
from uuid import UUID

import fastavro

HERE = pathlib.Path(__file__).parent
SYNC = bytes(range(16))

SCHEMA = {
    "type": "record",
    "name": "Reading",
    "namespace": "golden",
    "fields": [
        {"name": "n", "type": "null"},
        {"name": "b", "type": "boolean"},
        {"name": "i", "type": "int"},
        {"name": "l", "type": "long"},
        {"name": "f", "type": "float"},
        {"name": "d", "type": "double"},
        {"name": "bytes", "type": "bytes"},
        {"name": "s", "type": "string"},
        {"name": "fixed", "type": {"type": "fixed", "name": "Four", "size": 4}},
        {"name": "e", "type": {"type": "enum", "name": "State", "symbols": ["OFF", "ON"]}},
        {"name": "u", "type": ["null", "long", "string"]},
        {"name": "a", "type": {"type": "array", "items": "double"}},
        {"name": "m", "type": {"type": "map", "values": ["null", "int"]}},
        {"name": "dec", "type": {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 5}},
        {"name": "fdec", "type": {"type": "fixed", "name": "Nine", "size": 9, "logicalType": "decimal",
                                  "precision": 20, "scale": 3}},
        {"name": "date", "type": {"type": "int", "logicalType": "date"}},
        {"name": "tms", "type": {"type": "int", "logicalType": "time-millis"}},
        {"name": "tus", "type": {"type": "long", "logicalType": "time-micros"}},
        {"name": "ms", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "us", "type": {"type": "long", "logicalType": "timestamp-micros"}},
        {"name": "lms", "type": {"type": "long", "logicalType": "local-timestamp-millis"}},
        {"name": "lus", "type": {"type": "long", "logicalType": "local-timestamp-micros"}},
        {"name": "uuid", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "next", "type": ["null", "golden.Reading"]},
    ],
}


def record(i, inner=None):
    return {
        "n": None,
        "b": i % 2 == 0,
        "i": [-(2**31), 2**31 - 1, 0][i],
        "l": [-(2**63), 2**63 - 1, 9007199254740993][i],
        "f": [0.1, -1.5, 16777216.0][i],
        "d": [0.1, 2.2250738585072014e-308, -1.7976931348623157e308][i],
        "bytes": [bytes(range(256)), b"", b"\x00\xff"][i],
        "s": ["", "ünïcödé 水 \U0001f300", "plain"][i],
        "fixed": struct.pack(">i", i - 1),
        "e": ["OFF", "ON", "ON"][i],
        "u": [None, 7, "seven"][i],
        "a": [[], [1.5], [x / 4 for x in range(100)]][i],
        "m": [{}, {"one": 1}, {"none": None, "two": 2}][i],
        "dec": [Decimal("-0.00001"), Decimal("1234567890123456789012345.67890"), Decimal("0.00000")][i],
        "fdec": [Decimal("-12345678901234567.890"), Decimal("0.001"), Decimal("0.000")][i],
        "date": [date(1969, 12, 31), date(2026, 11, 22), date(9999, 12, 31)][i],
        "tms": [time(0, 0, 0), time(23, 59, 59, 999000), time(1, 2, 3)][i],
        "tus": [time(0, 0, 0, 1), time(23, 59, 59, 999999), time(1, 2, 3)][i],
        "ms": [datetime(1969, 12, 31, 23, 59, 59, 999000, timezone.utc), datetime(2026, 11, 22, tzinfo=timezone.utc),
               datetime(2200, 1, 1, 1, 1, 1, 1000, timezone.utc)][i],
        "us": [datetime(1969, 12, 31, 23, 59, 59, 999999, timezone.utc), datetime(2026, 11, 22, tzinfo=timezone.utc),
               datetime(2200, 1, 1, 1, 1, 1, 1, timezone.utc)][i],
        "lms": [datetime(1969, 12, 31, 23, 59, 59, 999000), datetime(2026, 11, 22), datetime(2026, 1, 1, 1, 1)][i],
        "lus": [datetime(1969, 12, 31, 23, 59, 59, 999999), datetime(2026, 11, 22), datetime(2026, 1, 1, 1, 1)][i],
        "uuid": UUID(int=i * 0x0102030405060708090A0B0C0D0E0F10),
        "next": inner,
    }


def fraction(micros):
    digits = f"{micros:06d}".rstrip("0")
    return "." + digits if digits else ""


def text(value):
    """As the extension writes it."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime):
        plain = value.strftime("%Y-%m-%dT%H:%M:%S")
        if value.tzinfo is None:
            return plain + fraction(value.microsecond)
        digits = value.microsecond
        return plain + ("" if not digits else f".{digits // 1000:03d}" if digits % 1000 == 0 else f".{digits:06d}") + "Z"
    if isinstance(value, time):
        return value.strftime("%H:%M:%S") + fraction(value.microsecond)
    if isinstance(value, (date, UUID, Decimal)):
        return f"@{value:f}@" if isinstance(value, Decimal) else str(value)
    if isinstance(value, dict):
        return {name: text(part) for name, part in value.items()}
    if isinstance(value, list):
        return [text(part) for part in value]
    return value


def main():
    records = [record(0), record(1, record(2)), record(2, record(0, record(1)))]
    schema = fastavro.parse_schema(SCHEMA)
    (HERE / "reading.avsc").write_text(json.dumps(SCHEMA, indent=2) + "\n")
    out = io.BytesIO()
    for one in records:
        fastavro.schemaless_writer(out, schema, one)
    (HERE / "datums.bin").write_bytes(out.getvalue())
    for i, one in enumerate(records):
        out = io.BytesIO()
        fingerprint = fastavro.schema.fingerprint(fastavro.schema.to_parsing_canonical_form(SCHEMA), "CRC-64-AVRO")
        out.write(b"\xc3\x01" + bytes.fromhex(fingerprint))
        fastavro.schemaless_writer(out, schema, one)
        (HERE / f"single-{i}.bin").write_bytes(out.getvalue())
    for codec in ("null", "deflate", "snappy", "zstandard"):
        out = io.BytesIO()
        fastavro.writer(out, schema, records, codec=codec, sync_interval=1, sync_marker=SYNC)
        (HERE / f"container-{codec}.bin").write_bytes(out.getvalue())
    # decimals are numbers of JSON, which json can't write
    lines = [re.sub(r'"@([-0-9.]+)@"', r"\1", json.dumps(text(one), ensure_ascii=False)) for one in records]
    (HERE / "expected.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
