"""Makes the files beside it with Python's protobuf, which it does not share a line of code with.

    python3 -m venv venv
    venv/bin/pip install protobuf==6.33.1 grpcio-tools==1.76.0
    venv/bin/python make.py

plant.desc and legacy.desc are descriptor sets as protoc writes them, lonely.desc is one without its imports. Each line
of expected is the name of a payload, its message type, its framing, and what it says as JSON. 64-bit numbers are texts
in Protobuf's own JSON, so this has a walk of its own.
"""

import base64
import json
import os
import struct

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from grpc_tools import protoc

HERE = os.path.dirname(os.path.abspath(__file__))
os.chdir(HERE)


def compile_set(source, target, *options):
    include = os.path.join(os.path.dirname(protoc.__file__), "_proto")
    command = ["protoc", "-I.", "-I" + include, *options, "--descriptor_set_out=" + target, source]
    assert protoc.main(command) == 0


def load(file):
    """The message types of a descriptor set, by their names."""
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet()
    with open(file, "rb") as stream:
        files.ParseFromString(stream.read())
    for one in files.file:
        pool.Add(one)
    return lambda name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def shortest(value):
    """The number of the fewest digits that is the same float of 32 bits."""
    for digits in range(1, 10):
        text = "%.*g" % (digits, value)
        if struct.unpack("f", struct.pack("f", float(text)))[0] == value:
            return float(text)
    return value


def scalar(field, value):
    if field.type == field.TYPE_ENUM:
        known = field.enum_type.values_by_number.get(value)
        return known.name if known else value
    if field.type == field.TYPE_BYTES:
        return base64.b64encode(value).decode()
    if field.type == field.TYPE_FLOAT:
        return shortest(value)
    return value


def special(message):
    """What a well-known type stands for, in a list, or None."""
    name = message.DESCRIPTOR.full_name
    if name == "google.protobuf.Timestamp":
        return [message.ToJsonString()]
    if name == "google.protobuf.Duration":
        text = message.ToJsonString()  # has three, six or nine digits
        return [text[:-1].rstrip("0").rstrip(".") + "s" if "." in text else text]
    if name in ("google.protobuf.Int64Value", "google.protobuf.StringValue"):
        return [message.value]
    if name == "google.protobuf.Struct":
        return [{key: special(value)[0] for key, value in message.fields.items()}]
    if name == "google.protobuf.ListValue":
        return [[special(value)[0] for value in message.values]]
    if name == "google.protobuf.Value":
        kind = message.WhichOneof("kind")
        if kind in (None, "null_value"):
            return [None]
        value = getattr(message, kind)
        return special(value) if kind in ("struct_value", "list_value") else [value]
    return None


def one(field, value):
    return tree(value) if field.message_type else scalar(field, value)


def tree(message):
    known = special(message)
    if known is not None:
        return known[0]
    fields = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        name = "@type" if field.full_name == "google.protobuf.Any.type_url" else field.name
        if field.message_type and field.message_type.GetOptions().map_entry:
            of = field.message_type.fields_by_name["value"]
            keys = ((str(k).lower() if isinstance(k, bool) else str(k), v) for k, v in value.items())
            fields[name] = {key: one(of, v) for key, v in keys}
        elif field.is_repeated:
            fields[name] = [one(field, element) for element in value]
        elif not field.has_presence or message.HasField(field.name):
            fields[name] = one(field, value)
    return fields


def reading(reading_type, number):
    made = reading_type(sensor_id="s-%d" % number, value=number / 8, state=number % 2, samples=[-number, 0, 2**62])
    made.at.FromNanoseconds(1_767_322_800_123_456_789 + number)
    made.limits["low"] = -0.5
    if number % 2:
        made.phase = -number
    return made


def everything(everything_type, reading_type):
    made = everything_type(
        a_int32=-(2**31), a_int64=-(2**63), a_uint32=2**32 - 1, a_uint64=2**64 - 1, a_sint32=-(2**31),
        a_sint64=2**63 - 1, a_fixed32=2**32 - 1, a_fixed64=2**63, a_sfixed32=-1, a_sfixed64=-(2**63), a_float=0.1,
        a_double=0.1, a_bool=True, a_string="\u00e9\U0001f600", a_bytes=bytes(range(256)), a_state=77,
        reading=reading(reading_type, 3), maybe=0, packed=[1, -1, 300], unpacked=[3, -2], texts=["", "b"])
    made.a_timestamp.FromJsonString("0001-01-01T00:00:00.000000001Z")
    made.a_duration.FromJsonString("-3.5s")
    made.a_wrapped.value = 0
    made.a_wrapped_text.value = "w"
    made.a_struct.update({"n": None, "l": [1, "two", {"three": True}]})
    made.an_any.type_url = "type.googleapis.com/plant.Reading"
    made.an_any.value = b"\x0a\x01x"
    made.by_name["one"].value = 1.5
    made.by_number[2**64 - 1] = True
    made.by_truth[True] = -1
    made.by_truth[False] = 0
    made.inner.inner.a_int32 = 5
    made.times.add(seconds=1)
    made.times.add(nanos=500_000_000)
    made.a_value.number_value = 2.5
    return made


def varint(number):
    encoded = b""
    while number > 0x7F:
        encoded += bytes([number & 0x7F | 0x80])
        number >>= 7
    return encoded + bytes([number])


compile_set("plant.proto", "plant.desc", "--include_imports")
compile_set("plant.proto", "lonely.desc")
compile_set("legacy.proto", "legacy.desc", "--include_imports")
plant = load("plant.desc")
reading_type = plant("plant.Reading")
report_type = plant("plant.Report")
everything_type = plant("plant.Everything")
meter_type = load("legacy.desc")("legacy.Meter")

report = report_type(gateway="gw-1", readings=[reading(reading_type, i) for i in range(5)])
full = everything(everything_type, reading_type).SerializeToString(deterministic=True)
later = everything_type(a_int32=7, number=9, packed=[4], inner=everything_type(a_int64=6)).SerializeToString(
    deterministic=True)
meter = meter_type(id="m1", values=[1, 2])
meter.place.hall = "north"

PAYLOADS = [
    ("reading.bin", "plant", reading_type, reading(reading_type, 1).SerializeToString(deterministic=True)),
    ("report.bin", "plant", report_type, report.SerializeToString(deterministic=True)),
    ("everything.bin", "plant", everything_type, full),
    ("twice.bin", "plant", everything_type, full + later),
    ("nothing.bin", "plant", everything_type, b""),
    ("meter.bin", "legacy", meter_type, meter.SerializeToString(deterministic=True)),
]

with open("expected", "w", encoding="utf-8", newline="\n") as expected:
    for name, schema, kind, payload in PAYLOADS:
        with open(name, "wb") as stream:
            stream.write(payload)
        parsed = kind.FromString(payload)
        line = [name, schema + ".desc", kind.DESCRIPTOR.full_name, "message", tree(parsed)]
        expected.write(json.dumps(line, ensure_ascii=False) + "\n")
    many = [reading(reading_type, i) for i in range(3)]
    with open("readings.bin", "wb") as stream:
        for one_reading in many:
            encoded = one_reading.SerializeToString(deterministic=True)
            stream.write(varint(len(encoded)) + encoded)
    line = ["readings.bin", "plant.desc", "plant.Reading", "delimited", [tree(m) for m in many]]
    expected.write(json.dumps(line, ensure_ascii=False) + "\n")
