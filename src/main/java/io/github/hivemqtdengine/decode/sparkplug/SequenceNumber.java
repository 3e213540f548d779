// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/** Sequence number of a Sparkplug B payload, read without its metrics. */
public final class SequenceNumber {

    /** Number of a payload without one, or of bytes that are not a payload. */
    public static final long NONE = -1;

    private static final int SEQ = 3 << 3; // field 3, a varint

    private SequenceNumber() {}

    /** Returns the number, {@link #NONE} if there is none. */
    public static long of(byte[] payload) {
        var in = CodedInputStream.newInstance(payload);
        long number = NONE;
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == SEQ) {
                    number = in.readUInt64();
                } else if (!in.skipField(tag)) {
                    return NONE; // the end of a group that has not begun
                }
            }
        } catch (IOException e) {
            return NONE;
        }
        return number;
    }
}
