// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.DecodeException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Value of a metric, property or cell as it is in the payload, before its datatype is applied.
 *
 * @param value {@link Long} (of 64 bits, or of 32 without a sign), {@link Float}, {@link Double}, {@link Boolean},
 *     {@link String}, {@code byte[]}, the rows of a data set, or {@link WireMetric.Template}
 */
record WireValue(Member member, Object value) {

    /** Members of the oneof {@code value} in Sparkplug B's Protobuf schema; every oneof begins with the first six. */
    enum Member {
        INT(WireFormat.WIRETYPE_VARINT),
        LONG(WireFormat.WIRETYPE_VARINT),
        FLOAT(WireFormat.WIRETYPE_FIXED32),
        DOUBLE(WireFormat.WIRETYPE_FIXED64),
        BOOLEAN(WireFormat.WIRETYPE_VARINT),
        STRING(WireFormat.WIRETYPE_LENGTH_DELIMITED),
        BYTES(WireFormat.WIRETYPE_LENGTH_DELIMITED),
        DATASET(WireFormat.WIRETYPE_LENGTH_DELIMITED),
        TEMPLATE(WireFormat.WIRETYPE_LENGTH_DELIMITED);

        private final int wireType;

        Member(int wireType) {
            this.wireType = wireType;
        }
    }

    private static final Member[] SCALARS = {
        Member.INT, Member.LONG, Member.FLOAT, Member.DOUBLE, Member.BOOLEAN, Member.STRING
    };

    /**
     * Reads a scalar member of a oneof.
     *
     * @param first field number of the oneof's first member
     * @return {@code null} if the tag is of another field
     */
    static @Nullable WireValue scalar(int tag, int first, WireInput in) throws IOException, DecodeException {
        int index = WireFormat.getTagFieldNumber(tag) - first;
        if (index < 0 || index >= SCALARS.length || WireFormat.getTagWireType(tag) != SCALARS[index].wireType) {
            return null;
        }
        var member = SCALARS[index];
        return new WireValue(
                member,
                switch (member) {
                    case INT -> Integer.toUnsignedLong(in.uint32());
                    case LONG -> in.uint64();
                    case FLOAT -> in.float32();
                    case DOUBLE -> in.float64();
                    case BOOLEAN -> in.bool();
                    default -> in.text();
                });
    }

    /** Returns whether the value is an integer. */
    boolean isInteger() {
        return member == Member.INT || member == Member.LONG;
    }
}
