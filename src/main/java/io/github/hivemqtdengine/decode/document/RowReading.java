// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.document.TreeDecoder.TreeReading;
import io.github.hivemqtdengine.message.RowBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of one document: of one array, or of the arrays in all elements that a {@code *} matches. */
final class RowReading {

    /** Maximum number of rows; more rows of one or two bytes each would take a hundred times the payload's memory. */
    private static final int MAX_ROWS = 100_000;

    /** Heap bytes of the failure of a record that is left out. */
    private static final int FAILURE_BYTES = 500;
    /** Objects of a field's size that each of several fields takes in its map. */
    private static final int ENTRY_OBJECTS = 4;

    private final TreeReading reading;
    private final Document document;
    private final RowsFrom from;
    private final BrokenRecords broken;
    private final boolean isList;
    private final List<@Nullable Object[]> records = new ArrayList<>();

    /** Approximate heap bytes of the records, without the values that they share. */
    private long bytes;

    /** Set once an array of rows was found, or an empty array whose elements would have contained one. */
    private boolean isFound;

    /** Innermost current element that contains arrays of rows. */
    private @Nullable Element element;

    /** State before an element began. */
    private record Element(int rowsBefore, long bytesBefore, boolean wasFound) {}

    /**
     * @param from type of the value that contains the records
     * @param isList whether the whole document is the array of the rows
     */
    RowReading(TreeReading reading, Document document, RowsFrom from, BrokenRecords broken, boolean isList) {
        this.reading = reading;
        this.document = document;
        this.from = from;
        this.broken = broken;
        this.isList = isList;
    }

    /** Returns all rows; called after the document is read. */
    List<@Nullable Object[]> records() throws DecodeException {
        if (!isFound) {
            throw nothingFound(-1);
        }
        return records;
    }

    /** Removes the rows of an earlier field of the same name. */
    void forget() {
        records.subList(element == null ? 0 : element.rowsBefore, records.size())
                .clear();
        bytes = element == null ? 0 : element.bytesBefore;
        isFound = element != null && element.wasFound;
    }

    /** Reads an array or an object whose elements are rows. */
    void read(FieldNode row) throws DecodeException {
        var kind = document.kind();
        if (from == RowsFrom.ARRAY && kind == Kind.ARRAY) {
            readElements(row);
        } else if (from == RowsFrom.OBJECT && kind == Kind.OBJECT) {
            document.enter();
            int index = 0;
            for (var key = document.nextField(); key != null; key = document.nextField()) {
                var record = reading.record(row);
                row.identify(key, index++, record);
                add(record);
            }
        } else {
            throw nothingFound(document.position());
        }
        isFound = true;
    }

    private void readElements(FieldNode row) throws DecodeException {
        document.enter();
        for (int index = 0; ; index++) {
            @Nullable Object[] record;
            try {
                if (!document.nextElement()) {
                    break;
                }
                record = reading.record(row);
            } catch (DecodeException e) {
                leaveOut(index, e);
                continue;
            }
            row.identify(null, index, record);
            add(record);
        }
    }

    /** Skips a broken element of the outermost array. In inner arrays, the start of the next element is unknown. */
    private void leaveOut(int index, DecodeException failure) throws DecodeException {
        if (!isList) {
            throw failure;
        }
        if (index >= MAX_ROWS) {
            throw tooMany();
        }
        count(FAILURE_BYTES, index + 1);
        document.passBroken(failure);
        broken.leaveOut(index, failure);
    }

    /** Accepts a null instead of rows in one of many elements, and rejects any other scalar. */
    void readScalar() throws DecodeException {
        long position = document.position();
        var value = document.scalar(); // fails if there is no value at all
        if (element == null || value != null) {
            throw nothingFound(position);
        }
    }

    /** Reads an array or an object whose elements contain rows, or further such elements. */
    void readEach(FieldNode each) throws DecodeException {
        var outer = element;
        var values = reading.newRecord();
        boolean isObject = document.kind() == Kind.OBJECT;
        int index = 0;
        document.enter();
        for (var name = nextName(isObject);
                isObject ? name != null : document.nextElement();
                name = nextName(isObject)) {
            int first = records.size();
            element = new Element(first, bytes, isFound);
            reading.child(each, values);
            each.identify(name, index++, values);
            records.subList(first, records.size()).forEach(record -> each.share(values, record));
        }
        isFound |= index == 0;
        element = outer;
    }

    private @Nullable String nextName(boolean isObject) throws DecodeException {
        return isObject ? document.nextField() : null;
    }

    private void add(@Nullable Object[] record) throws DecodeException {
        if (records.size() == MAX_ROWS) {
            throw tooMany();
        }
        records.add(record);
        long size = RowBytes.OBJECT + (long) RowBytes.REFERENCE * record.length;
        for (var value : record) {
            size += value == null || value == Decoder.MISSING ? 0 : bytes(value);
        }
        count(size, records.size());
    }

    private static long bytes(Object value) {
        if (value instanceof Scalars scalars) {
            int entry = RowBytes.OBJECT * (scalars.fields().size() == 1 ? 1 : ENTRY_OBJECTS);
            return scalars.fields().entrySet().stream()
                    .mapToLong(field -> RowBytes.ofValue(field.getKey()) + RowBytes.ofValue(field.getValue()) + entry)
                    .sum();
        }
        return RowBytes.ofValue(value) + (value instanceof Structure structure ? structure.size() : 0);
    }

    /** Counts heap bytes. A single row is never refused, since it takes no more than its payload. */
    private void count(long size, int row) throws DecodeException {
        bytes += size;
        if (bytes > RowBytes.LIMIT && row > 1) {
            throw new DecodeException(Fault.LIMIT, RowBytes.excess(row, RowBytes.LIMIT), document.position());
        }
    }

    private DecodeException tooMany() {
        return new DecodeException(Fault.LIMIT, "The payload has more than " + MAX_ROWS + " rows", document.position());
    }

    private DecodeException nothingFound(long position) {
        return new DecodeException(
                Fault.NO_ROWS,
                "The payload has no " + (from == RowsFrom.ARRAY ? "array" : "object")
                        + " where the mapping expects its rows",
                position);
    }
}
