package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One pass over one document. */
final class JsonReading {

    private final JsonParser parser;
    private final byte[] payload;
    private final int start;
    private final int size;
    private final RecordKeys keys;
    private final @Nullable Object[] message;
    private @Nullable RowReading rows;
    /** Who wants all scalars of where the parser is. */
    private @Nullable ScalarCollector scalars;

    /**
     * @param start where the document begins in the payload
     * @param size how many fields a record has
     * @param keys what the records are from
     */
    JsonReading(JsonParser parser, byte[] payload, int start, int size, RecordKeys keys) {
        this.parser = parser;
        this.payload = payload;
        this.start = start;
        this.size = size;
        this.keys = keys;
        this.message = newRecord();
    }

    /** The records of the whole document. */
    List<@Nullable Object[]> records(FieldNode root) throws IOException, DecodeException {
        if (root.isAboveRows()) {
            rows = new RowReading(this, parser, keys);
        }
        if (parser.nextToken() == null) {
            throw new DecodeException("The payload is empty", 0);
        }
        value(root, message);
        if (parser.nextToken() != null) {
            throw wrong("The payload has something behind its JSON value");
        }
        if (rows == null) {
            return Collections.singletonList(message);
        }
        var records = rows.records();
        records.forEach(record -> root.share(message, record));
        return records;
    }

    /** A record in which everything is missing. */
    @Nullable
    Object[] newRecord() {
        var record = new @Nullable Object[size];
        Arrays.fill(record, Decoder.MISSING);
        return record;
    }

    /** Reads the value that begins at the current token, which is then its last token. */
    private void value(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        if (node.isInner()) {
            reset(node, record);
        }
        if (node.hasScalars()) {
            valueWithScalars(node, record);
        } else if (parser.currentToken().isStructStart()) {
            var outer = scalars;
            structure(node, record);
            scalars = outer;
        } else {
            if (node.isRows()) {
                rows().readScalar();
            }
            scalar(node, record);
        }
    }

    private void valueWithScalars(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        var outer = scalars;
        var collector = node.collector(outer);
        if (parser.currentToken().isStructStart()) {
            scalars = collector;
            structure(node, record);
            scalars = outer;
        } else {
            scalar(node, record);
        }
        node.storeScalars(collector.collected(), record);
    }

    private void scalar(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        if (node.isWanted() || scalars != null) {
            var value = scalar();
            node.store(value, record);
            if (scalars != null) {
                scalars.add(value);
            }
        }
    }

    private void reset(FieldNode node, @Nullable Object[] record) {
        node.reset(record);
        if (node.isAboveRows()) {
            rows().forget();
        }
    }

    private RowReading rows() {
        return Objects.requireNonNull(rows, "Rows are in no other document");
    }

    private void structure(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        long from = node.isWanted() ? parser.currentTokenLocation().getByteOffset() : 0;
        boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
        var row = node.row();
        var each = node.each();
        var pivot = node.pivot();
        if (row != null) {
            scalars = null;
            rows().read(row);
        } else if (each != null) {
            scalars = null;
            rows().readEach(each);
        } else if (!node.isInner() && !(scalars != null && (isObject || pivot != null))) {
            parser.skipChildren();
        } else if (isObject) {
            object(node, record);
        } else if (pivot != null) {
            new PivotReading(this, parser, pivot).read(node, record);
        } else {
            scalars = null;
            array(node, record);
        }
        if (node.isWanted()) {
            long to = parser.currentLocation().getByteOffset();
            node.store(slice(from, to), record);
        }
    }

    private Decoder.Structure slice(long from, long to) {
        return new Decoder.Structure(
                new String(payload, start + (int) from, (int) (to - from), StandardCharsets.UTF_8));
    }

    private void object(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            field(name, node, record);
        }
    }

    /** Reads the value of a field, which begins at the current token, if somebody wants it. */
    void field(String name, FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        var collector = scalars;
        if (collector == null) {
            child(node.field(name), record);
        } else {
            collector.enter(name);
            value(Objects.requireNonNullElse(node.field(name), FieldNode.UNWANTED), record);
            collector.leave();
        }
    }

    /** Whether somebody wants a field of an object. */
    boolean isWanted(String name, FieldNode node) {
        return scalars != null || node.field(name) != null;
    }

    private void array(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            child(i <= node.lastElement() ? node.element(i) : null, record);
        }
    }

    /** Reads the value of a field that stands somewhere else in the payload. */
    void readAgain(String name, FieldNode node, int from, int to, @Nullable Object[] record)
            throws IOException, DecodeException {
        try (var again = JsonInput.open(payload, from, to - from)) {
            again.nextToken();
            var reading = new JsonReading(again, payload, from, record.length, keys);
            reading.scalars = scalars;
            reading.field(name, node, record);
        }
    }

    /** The index in the payload of a place that the parser names. */
    int index(JsonLocation location) {
        return start + (int) location.getByteOffset();
    }

    /** Reads the value that begins at the current token, if somebody wants it. */
    void child(@Nullable FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        if (node == null) {
            parser.skipChildren();
        } else {
            value(node, record);
        }
    }

    private @Nullable Object scalar() throws IOException, DecodeException {
        try {
            return JsonScalar.read(parser);
        } catch (NumberFormatException e) {
            throw wrong("The payload has a number with an exponent of too many digits");
        }
    }

    DecodeException wrong(String reason) {
        return new DecodeException(reason, start + parser.currentTokenLocation().getByteOffset());
    }
}
