// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of a metric's metadata. */
final class Metadata {

    private static final List<String> NAMES =
            List.of("multi-part", "content-type", "size", "seq", "file-name", "file-type", "md5", "description");

    private static final int IS_MULTI_PART = 1 << 3 | WIRETYPE_VARINT;
    private static final int CONTENT_TYPE = 2 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int SIZE = 3 << 3 | WIRETYPE_VARINT;
    private static final int SEQ = 4 << 3 | WIRETYPE_VARINT;
    private static final int FILE_NAME = 5 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int FILE_TYPE = 6 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int MD5 = 7 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int DESCRIPTION = 8 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private Metadata() {}

    static NamedValues read(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        var values = new @Nullable Object[NAMES.size()];
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag) {
                case IS_MULTI_PART -> values[0] = in.bool();
                case SIZE, SEQ -> values[(tag >> 3) - 1] = BinaryInput.unsigned(in.uint64());
                case CONTENT_TYPE, FILE_NAME, FILE_TYPE, MD5, DESCRIPTION -> values[(tag >> 3) - 1] = in.text();
                default -> in.skip(tag);
            }
        }
        in.leave(outer);
        return new NamedValues(NAMES, Arrays.asList(values));
    }
}
