// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of property sets. */
final class PropertySets {

    private static final int KEY = 1 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int VALUE = 2 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private static final int TYPE = 1 << 3 | WIRETYPE_VARINT;
    private static final int IS_NULL = 2 << 3 | WIRETYPE_VARINT;
    private static final int FIRST_SCALAR = 3;
    private static final int SET_VALUE = 9 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int SETS_VALUE = 10 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private static final int SET = 1 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private PropertySets() {}

    static NamedValues read(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        in.requireDepth();
        var keys = new ArrayList<String>();
        var values = new ArrayList<@Nullable Object>();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag) {
                case KEY -> {
                    in.countElement();
                    keys.add(in.text());
                }
                case VALUE -> {
                    in.countElement();
                    values.add(value(in));
                }
                default -> in.skip(tag);
            }
        }
        in.leave(outer);
        if (keys.size() != values.size()) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "It has " + keys.size() + " keys and " + values.size() + " values of properties",
                    in.position());
        }
        return new NamedValues(keys, values);
    }

    private static @Nullable Object value(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        int type = 0;
        boolean isNull = false;
        WireValue scalar = null;
        Object sets = null;
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag) {
                case TYPE -> type = in.uint32();
                case IS_NULL -> isNull = in.bool();
                case SET_VALUE -> sets = read(in);
                case SETS_VALUE -> sets = list(in);
                default -> {
                    var read = WireValue.scalar(tag, FIRST_SCALAR, in);
                    if (read == null) {
                        in.skip(tag);
                    } else {
                        scalar = read;
                    }
                }
            }
        }
        in.leave(outer);
        if (isNull) {
            return null;
        }
        return scalar == null ? sets : DataType.of(type).value(scalar);
    }

    private static List<NamedValues> list(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        var sets = new ArrayList<NamedValues>();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            if (tag == SET) {
                in.countElement();
                sets.add(read(in));
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
        return sets;
    }
}
