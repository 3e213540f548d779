package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.DecodeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Template of a payload. Its version, reference and parameters are not read.
 *
 * @param isDefinition whether it defines a type, and so has no values
 */
record WireTemplate(boolean isDefinition, List<WireMetric> members) {

    private static final int METRIC = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int IS_DEFINITION = 5 << 3 | WireFormat.WIRETYPE_VARINT;

    static WireTemplate read(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        in.requireDepth();
        var members = new ArrayList<WireMetric>();
        boolean isDefinition = false;
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag) {
                case METRIC -> members.add(WireMetric.read(in));
                case IS_DEFINITION -> isDefinition = in.bool();
                default -> in.skip(tag);
            }
        }
        in.leave(outer);
        return new WireTemplate(isDefinition, members);
    }
}
