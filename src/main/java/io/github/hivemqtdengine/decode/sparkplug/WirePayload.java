// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.compression.Codec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payload of Sparkplug B as it was sent, without what BIRTHs say of it. */
final class WirePayload {

    private static final int TIMESTAMP = 1 << 3 | WIRETYPE_VARINT;
    private static final int METRIC = 2 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int SEQ = 3 << 3 | WIRETYPE_VARINT;
    private static final int UUID = 4 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int BODY = 5 << 3 | WIRETYPE_LENGTH_DELIMITED;

    /** Value of {@code uuid} by which Tahu and others mark a payload whose body is a compressed payload. */
    private static final String COMPRESSED = "SPBV1.0_COMPRESSED";

    private static final String ALGORITHM = "algorithm";

    /** Name of the metric that has the number of the session. */
    static final String BD_SEQ = "bdSeq";

    private @Nullable Long timestamp;
    private @Nullable Long seq;
    private @Nullable String uuid;
    private byte @Nullable [] body;
    private final List<WireMetric> metrics = new ArrayList<>();

    private WirePayload() {}

    /**
     * Reads a payload, compressed or not.
     *
     * @param maxBytes maximum size of a compressed payload's content in bytes
     */
    static WirePayload read(byte[] payload, int maxBytes) throws DecodeException {
        var read = plain(payload);
        return read.isCompressed() ? read.decompressed(maxBytes) : read;
    }

    private static WirePayload plain(byte[] payload) throws DecodeException {
        var in = new WireInput(payload);
        var read = new WirePayload();
        try {
            for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
                switch (tag) {
                    case TIMESTAMP -> read.timestamp = in.uint64();
                    case METRIC -> read.metrics.add(WireMetric.read(in));
                    case SEQ -> read.seq = in.uint64();
                    case UUID -> read.uuid = in.text();
                    case BODY -> read.body = in.bytes();
                    default -> in.skip(tag);
                }
            }
            return read;
        } catch (IOException e) {
            throw in.failure();
        }
    }

    private boolean isCompressed() {
        return COMPRESSED.equals(uuid);
    }

    private WirePayload decompressed(int maxBytes) throws DecodeException {
        if (body == null) {
            throw new DecodeException(Fault.MALFORMED, "The payload is marked as compressed, but has no body", -1);
        }
        try {
            var inner = plain(codec().decompress(body, maxBytes));
            if (inner.isCompressed()) {
                throw new DecodeException(Fault.UNSUPPORTED, "The payload is compressed more than once", -1);
            }
            inner.timestamp = inner.timestamp == null ? timestamp : inner.timestamp;
            inner.seq = inner.seq == null ? seq : inner.seq;
            return inner;
        } catch (DecodeException e) {
            throw new DecodeException(e.fault(), "The payload's compressed body: " + e.sentence(), -1);
        }
    }

    private Codec codec() throws DecodeException {
        var algorithm = value(ALGORITHM);
        if (algorithm == null || "DEFLATE".equals(algorithm.value())) {
            return Codec.ZLIB;
        }
        if ("GZIP".equals(algorithm.value())) {
            return Codec.GZIP;
        }
        throw new DecodeException(Fault.UNSUPPORTED, "The algorithm is neither DEFLATE nor GZIP", -1);
    }

    /** Returns the value of the last metric of a name, or {@code null}. */
    private @Nullable WireValue value(String name) {
        WireValue value = null;
        for (var metric : metrics) {
            value = name.equals(metric.name()) ? metric.value() : value;
        }
        return value;
    }

    /** Returns the value of the metric bdSeq, or -1. */
    long bdSeq() {
        var value = value(BD_SEQ);
        return value != null && value.isInteger() ? (long) value.value() : -1;
    }

    /** Returns whether a metric is the session's number or a control, which are no measurements. */
    static boolean isControl(String metric) {
        return metric.equals(BD_SEQ) || metric.startsWith("Node Control/") || metric.startsWith("Device Control/");
    }

    /** Returns the time in epoch milliseconds. */
    @Nullable
    Long timestamp() {
        return timestamp;
    }

    @Nullable
    Long seq() {
        return seq;
    }

    @Nullable
    String uuid() {
        return uuid;
    }

    List<WireMetric> metrics() {
        return metrics;
    }
}
