// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.CodedInputStream;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reader of a payload's Protobuf fields. It counts the objects that the payload makes, and limits them. */
final class WireInput {

    private static final int MAX_METRICS = 100_000;
    private static final int MAX_ELEMENTS = 100_000;

    /** Maximum nesting depth of templates and of property sets. */
    private static final int DEEPEST = 16;

    private final byte[] payload;
    private final CodedInputStream in;
    private int metrics;
    private int elements;
    private int depth;

    WireInput(byte[] payload) {
        this.payload = payload;
        this.in = CodedInputStream.newInstance(payload);
    }

    int position() {
        return in.getTotalBytesRead();
    }

    /** Returns the tag of the next field, or 0 at the end of the current message. */
    int nextTag() throws IOException {
        return in.readTag();
    }

    /** Returns whether the current message has more bytes. */
    boolean hasMore() {
        return in.getBytesUntilLimit() > 0;
    }

    /** Skips the value of a field that is unknown, or not of the expected wire type. */
    void skip(int tag) throws IOException, DecodeException {
        if (!in.skipField(tag)) {
            throw malformed(); // the end of a group that has not begun
        }
    }

    boolean bool() throws IOException {
        return in.readBool();
    }

    int uint32() throws IOException {
        return in.readUInt32();
    }

    long uint64() throws IOException {
        return in.readUInt64();
    }

    float float32() throws IOException {
        return in.readFloat();
    }

    double float64() throws IOException {
        return in.readDouble();
    }

    String text() throws IOException, DecodeException {
        int length = length();
        int from = position();
        Utf8.require(payload, from, from + length);
        in.skipRawBytes(length);
        return new String(payload, from, length, StandardCharsets.UTF_8);
    }

    byte[] bytes() throws IOException, DecodeException {
        return in.readRawBytes(length());
    }

    /**
     * Enters a message that is the value of the current field.
     *
     * @return the end of the message around it, for {@link #leave}
     */
    int enter() throws IOException, DecodeException {
        int length = length();
        depth++;
        return in.pushLimit(length);
    }

    /** Leaves a message that has been read to its end. */
    void leave(int outer) {
        depth--;
        in.popLimit(outer);
    }

    private int length() throws IOException, DecodeException {
        int length = in.readRawVarint32();
        if (length < 0) {
            throw malformed();
        }
        if (length > in.getBytesUntilLimit()) {
            throw truncated();
        }
        return length;
    }

    void countMetric() throws DecodeException {
        metrics++;
        if (metrics > MAX_METRICS) {
            throw limit("The payload has more than " + MAX_METRICS + " metrics");
        }
    }

    /** Counts a property, or a cell of a data set. */
    void countElement() throws DecodeException {
        elements++;
        if (elements > MAX_ELEMENTS) {
            throw limit("The payload has more than " + MAX_ELEMENTS + " cells of data sets and properties");
        }
    }

    /** Requires that the current message may contain messages of its own type. */
    void requireDepth() throws DecodeException {
        if (depth > 2 * DEEPEST) { // each level is a template and a metric, or a set and a property
            throw limit("Templates or property sets nest deeper than " + DEEPEST + " levels");
        }
    }

    DecodeException limit(String sentence) {
        return new DecodeException(Fault.LIMIT, sentence, position());
    }

    /** Returns the failure for a field that protobuf-java could not read. */
    DecodeException failure() {
        return hasMore() ? malformed() : truncated();
    }

    private DecodeException truncated() {
        return new DecodeException(Fault.TRUNCATED, "The payload's Protobuf message ends too early", position());
    }

    private DecodeException malformed() {
        return new DecodeException(Fault.MALFORMED, "The payload is not valid Protobuf", position());
    }
}
