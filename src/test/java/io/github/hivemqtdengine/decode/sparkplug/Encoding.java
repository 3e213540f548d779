// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Protobuf message that a test writes field by field. */
final class Encoding {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Writes a field. */
    @FunctionalInterface
    private interface Field {
        void write(CodedOutputStream out) throws IOException;
    }

    private Encoding with(Field field) {
        try {
            var out = CodedOutputStream.newInstance(bytes);
            field.write(out);
            out.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Encoding number(int field, long value) {
        return with(out -> out.writeUInt64(field, value));
    }

    Encoding float32(int field, float value) {
        return with(out -> out.writeFloat(field, value));
    }

    Encoding float64(int field, double value) {
        return with(out -> out.writeDouble(field, value));
    }

    Encoding text(int field, String value) {
        return with(out -> out.writeString(field, value));
    }

    Encoding bytes(int field, byte[] value) {
        return with(out -> out.writeByteArray(field, value));
    }

    Encoding message(int field, Encoding value) {
        return bytes(field, value.toBytes());
    }

    Encoding group(int field, int depth) {
        return with(out -> {
            for (int i = 0; i < depth; i++) {
                out.writeTag(field, 3);
            }
            for (int i = 0; i < depth; i++) {
                out.writeTag(field, 4);
            }
        });
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    /** A metric with a name and a datatype, without a value. */
    static Encoding metric(String name, DataType type) {
        return new Encoding().text(1, name).number(4, number(type));
    }

    /** The number of a datatype. */
    static int number(DataType type) {
        return Arrays.asList(DataType.values()).indexOf(type);
    }

    /** A payload of metrics at the time 1767322800000. */
    static Encoding payload(Encoding... metrics) {
        var payload = new Encoding().number(1, SparkplugReading.T);
        for (var metric : metrics) {
            payload.message(2, metric);
        }
        return payload;
    }
}
