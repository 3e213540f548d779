package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hivemqtdengine.decode.JsonShape.RowsFrom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one document while it is read: of one array, or of the arrays in all elements that a {@code *} names. */
final class RowReading {

    /** More than that, of a byte or two each, would cost a hundred times the payload's memory. */
    private static final int MAX_ROWS = 100_000;

    private final JsonReading reading;
    private final JsonParser parser;
    private final RecordKeys keys;
    private final List<@Nullable Object[]> records = new ArrayList<>();

    /** Whether there was an array for rows, or an empty one of elements that would have had such. */
    private boolean isFound;

    /** The innermost element that is being read and has arrays of rows in it. */
    private @Nullable Element element;

    /** What there was before an element began. */
    private record Element(int rowsBefore, boolean wasFound) {}

    RowReading(JsonReading reading, JsonParser parser, RecordKeys keys) {
        this.reading = reading;
        this.parser = parser;
        this.keys = keys;
    }

    /** All rows, once the document is read. */
    List<@Nullable Object[]> records() throws DecodeException {
        if (!isFound) {
            throw new DecodeException(nothingFound(), -1);
        }
        return records;
    }

    /** Forgets the rows that an earlier field of the same name has left. */
    void forget() {
        records.subList(element == null ? 0 : element.rowsBefore, records.size())
                .clear();
        isFound = element != null && element.wasFound;
    }

    /** Reads an array or an object whose elements are rows. */
    void read(FieldNode row) throws IOException, DecodeException {
        if (keys.from() == RowsFrom.ARRAY && parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                addRecord(row);
            }
        } else if (keys.from() == RowsFrom.OBJECT && parser.currentToken() == JsonToken.START_OBJECT) {
            for (var key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                parser.nextToken();
                keys.store(key, addRecord(row));
            }
        } else {
            throw reading.wrong(nothingFound());
        }
        isFound = true;
    }

    /** Takes a value where rows are expected that has none: null does in one of many elements. */
    void readScalar() throws DecodeException {
        if (element == null || parser.currentToken() != JsonToken.VALUE_NULL) {
            throw reading.wrong(nothingFound());
        }
    }

    /** Reads an array or an object whose elements have rows in them, or more such elements. */
    void readEach(FieldNode each) throws IOException, DecodeException {
        var outer = element;
        var values = reading.newRecord();
        boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
        boolean isEmpty = true;
        while (!parser.nextToken().isStructEnd()) {
            if (isObject) {
                parser.nextToken();
            }
            isEmpty = false;
            int first = records.size();
            element = new Element(first, isFound);
            reading.child(each, values);
            records.subList(first, records.size()).forEach(record -> each.share(values, record));
        }
        isFound |= isEmpty;
        element = outer;
    }

    private @Nullable Object[] addRecord(FieldNode row) throws IOException, DecodeException {
        if (records.size() == MAX_ROWS) {
            throw reading.wrong("The payload has more than " + MAX_ROWS + " rows");
        }
        var record = reading.newRecord();
        reading.child(row, record);
        records.add(record);
        return record;
    }

    private String nothingFound() {
        return "The payload has no " + (keys.from() == RowsFrom.ARRAY ? "array" : "object")
                + " where the mapping expects its rows";
    }
}
