// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.sparkplug.WireValue.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metric of a payload as it is in the payload: without what its BIRTH says of it. */
final class WireMetric {

    private static final int NAME = 1 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int ALIAS = 2 << 3 | WIRETYPE_VARINT;
    private static final int TIMESTAMP = 3 << 3 | WIRETYPE_VARINT;
    private static final int DATATYPE = 4 << 3 | WIRETYPE_VARINT;
    private static final int IS_HISTORICAL = 5 << 3 | WIRETYPE_VARINT;
    private static final int IS_TRANSIENT = 6 << 3 | WIRETYPE_VARINT;
    private static final int IS_NULL = 7 << 3 | WIRETYPE_VARINT;
    private static final int METADATA = 8 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int PROPERTIES = 9 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int FIRST_VALUE = 10;
    private static final int BYTES_VALUE = 16 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int DATASET_VALUE = 17 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int TEMPLATE_VALUE = 18 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private static final int LONGEST_NAME = 1_024;
    private static final int LONGEST_LABEL = 100;

    private final int position;
    private @Nullable String name;
    private @Nullable Long alias;
    private @Nullable Long timestamp;
    private int datatype;
    private boolean isHistorical;
    private boolean isTransient;
    private boolean isNull;
    private @Nullable NamedValues metadata;
    private @Nullable NamedValues properties;
    private @Nullable WireValue value;

    /**
     * Template of a payload. Its version, reference and parameters are not read.
     *
     * @param isDefinition whether it defines a type, and so has no values
     */
    record Template(boolean isDefinition, List<WireMetric> members) {

        private static final int METRIC = 2 << 3 | WIRETYPE_LENGTH_DELIMITED;
        private static final int IS_DEFINITION = 5 << 3 | WIRETYPE_VARINT;

        static Template read(WireInput in) throws IOException, DecodeException {
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
            return new Template(isDefinition, members);
        }
    }

    private WireMetric(int position) {
        this.position = position;
    }

    static WireMetric read(WireInput in) throws DecodeException {
        in.countMetric();
        var metric = new WireMetric(in.position());
        try {
            int outer = in.enter();
            for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
                metric.readField(tag, in);
            }
            in.leave(outer);
            metric.requireName();
            return metric;
        } catch (IOException e) {
            throw metric.failed(in.failure());
        } catch (DecodeException e) {
            throw metric.failed(e);
        }
    }

    private void readField(int tag, WireInput in) throws IOException, DecodeException {
        switch (tag) {
            case NAME -> name = name(in);
            case ALIAS -> alias = in.uint64();
            case TIMESTAMP -> timestamp = in.uint64();
            case DATATYPE -> datatype = in.uint32();
            case IS_HISTORICAL -> isHistorical = in.bool();
            case IS_TRANSIENT -> isTransient = in.bool();
            case IS_NULL -> isNull = in.bool();
            case METADATA -> metadata = Metadata.read(in);
            case PROPERTIES -> properties = PropertySets.read(in);
            case BYTES_VALUE -> value = new WireValue(Member.BYTES, in.bytes());
            case DATASET_VALUE -> value = new WireValue(Member.DATASET, DataSets.read(in));
            case TEMPLATE_VALUE -> value = new WireValue(Member.TEMPLATE, Template.read(in));
            default -> {
                var scalar = WireValue.scalar(tag, FIRST_VALUE, in);
                if (scalar == null) {
                    in.skip(tag);
                } else {
                    value = scalar;
                }
            }
        }
    }

    private static String name(WireInput in) throws IOException, DecodeException {
        int from = in.position();
        var name = in.text();
        if (in.position() - from > LONGEST_NAME + 2) { // two bytes are the length
            throw in.limit("A metric has a name of more than " + LONGEST_NAME + " bytes");
        }
        return name;
    }

    private void requireName() throws DecodeException {
        if ((name == null || name.isEmpty()) && alias == null) {
            throw new DecodeException(Fault.MALFORMED, "It has neither a name nor an alias", position);
        }
    }

    /** Returns a failure of this metric, which it names. */
    DecodeException failed(DecodeException failure) {
        return failure.within(label(), position);
    }

    /** Returns the metric as the start of a sentence. */
    String label() {
        if (name != null && !name.isEmpty()) {
            var text = name.length() > LONGEST_LABEL ? name.substring(0, LONGEST_LABEL) + "..." : name;
            return "Metric \"" + text.replaceAll("\\p{Cntrl}", "?") + '"';
        }
        return alias == null ? "A metric" : "The metric of alias " + BinaryInput.unsigned(alias);
    }

    /** Returns the name, or {@code null} if the metric has only an alias. */
    @Nullable
    String name() {
        return name == null || name.isEmpty() ? null : name;
    }

    @Nullable
    Long alias() {
        return alias;
    }

    /** Returns the time in epoch milliseconds. */
    @Nullable
    Long timestamp() {
        return timestamp;
    }

    int datatype() {
        return datatype;
    }

    boolean isHistorical() {
        return isHistorical;
    }

    boolean isTransient() {
        return isTransient;
    }

    @Nullable
    NamedValues metadata() {
        return metadata;
    }

    @Nullable
    NamedValues properties() {
        return properties;
    }

    /** Returns the value, or {@code null} if it is null or there is none. */
    @Nullable
    WireValue value() {
        return isNull ? null : value;
    }

    /** Returns the template that is the value, or {@code null}. */
    @Nullable
    Template template() {
        return value() != null && value().value() instanceof Template template ? template : null;
    }
}
