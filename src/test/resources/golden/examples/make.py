"""Makes the files beside it: the payloads that the single files of conf/examples show in their heads.

    pip install fastavro==1.13.1
    python make.py
"""

import gzip
import json
import pathlib
import struct
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from io import BytesIO

import fastavro

HERE = pathlib.Path(__file__).parent
SCHEMAS = HERE.resolve().parents[4] / "conf" / "examples" / "schemas"
START = datetime(2026, 1, 1, tzinfo=timezone.utc)

LOG = """\
时间;设备;温度;状态
2026-01-01 08:00:00;press-1;41.5;运行
2026-01-01 08:00:10;press-2;;停机
2026-01-01 08:00:20;press-3
"""

# what each has beside the time: tenths of a degree, hundredths of a bar, hertz, bits, name
PUMPS = [(-15, 1013, 49.98, 0b0001, b"P1"), (215, 65000, 50.02, 0b1001, b"P12")]


def power(i):
    is_second = i == 1
    return {
        "t": START + timedelta(seconds=i),
        "volts": 230.5 if i == 0 else 229.75 if is_second else 230 + i % 8 / 4,
        "energy": Decimal("1234.567") + Decimal(i) / 1000,
        "state": "FAULT" if is_second else "ON",
        "note": "L1 low" if is_second else None,
        "samples": [0.5, -0.5] if i % 2 == 0 else [],
    }


def avro(count):
    schema = fastavro.parse_schema(json.loads((SCHEMAS / "power.avsc").read_text("utf-8")))
    out = BytesIO()
    for i in range(count):
        fastavro.schemaless_writer(out, schema, power(i))
    return out.getvalue()


def pump(i, temp, bar, hz, state, name):
    return struct.pack(">I", int(START.timestamp()) + i) + struct.pack("<hHfB3s", temp, bar, hz, state, name)


for count in 2, 100:
    (HERE / f"avro-{count}-records.bin").write_bytes(avro(count))
log = LOG.replace("\n", "\r\n").encode("gb18030")
(HERE / "gateway-csv.csv.gz").write_bytes(gzip.compress(log, mtime=0))
(HERE / "binary-layout.bin").write_bytes(b"".join(pump(i, *values) for i, values in enumerate(PUMPS)))
