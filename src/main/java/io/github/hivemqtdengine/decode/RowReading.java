package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Document.Kind;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one document while it is read: of one array, or of the arrays in all elements that a {@code *} names. */
final class RowReading {

    /** More than that, of a byte or two each, would cost a hundred times the payload's memory. */
    private static final int MAX_ROWS = 100_000;

    private final TreeReading reading;
    private final Document document;
    private final RecordKeys keys;
    private final BrokenRecords broken;
    private final boolean isList;
    private final List<@Nullable Object[]> records = new ArrayList<>();

    /** Whether there was an array for rows, or an empty one of elements that would have had such. */
    private boolean isFound;

    /** The innermost element that is being read and has arrays of rows in it. */
    private @Nullable Element element;

    /** What there was before an element began. */
    private record Element(int rowsBefore, boolean wasFound) {}

    /** @param isList whether the document as a whole is the array of the rows */
    RowReading(TreeReading reading, Document document, RecordKeys keys, BrokenRecords broken, boolean isList) {
        this.reading = reading;
        this.document = document;
        this.keys = keys;
        this.broken = broken;
        this.isList = isList;
    }

    /** All rows, once the document is read. */
    List<@Nullable Object[]> records() throws DecodeException {
        if (!isFound) {
            throw nothingFound(-1);
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
    void read(FieldNode row) throws DecodeException {
        var kind = document.kind();
        if (keys.from() == RowsFrom.ARRAY && kind == Kind.ARRAY) {
            readElements(row);
        } else if (keys.from() == RowsFrom.OBJECT && kind == Kind.OBJECT) {
            document.enter();
            for (var key = document.nextField(); key != null; key = document.nextField()) {
                keys.store(key, add(reading.record(row)));
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
            add(record);
        }
    }

    /** Only elements of the outermost array can be told apart from what is around them. */
    private void leaveOut(int index, DecodeException failure) throws DecodeException {
        if (!isList) {
            throw failure;
        }
        if (index >= MAX_ROWS) {
            throw tooMany();
        }
        document.passBroken(failure);
        broken.leaveOut(index, failure);
    }

    /** Takes a value where rows are expected that has none: null does in one of many elements. */
    void readScalar() throws DecodeException {
        long position = document.position();
        var value = document.scalar(); // which fails where there is no value at all
        if (element == null || value != null) {
            throw nothingFound(position);
        }
    }

    /** Reads an array or an object whose elements have rows in them, or more such elements. */
    void readEach(FieldNode each) throws DecodeException {
        var outer = element;
        var values = reading.newRecord();
        boolean isObject = document.kind() == Kind.OBJECT;
        boolean isEmpty = true;
        document.enter();
        while (isObject ? document.nextField() != null : document.nextElement()) {
            isEmpty = false;
            int first = records.size();
            element = new Element(first, isFound);
            reading.child(each, values);
            records.subList(first, records.size()).forEach(record -> each.share(values, record));
        }
        isFound |= isEmpty;
        element = outer;
    }

    private @Nullable Object[] add(@Nullable Object[] record) throws DecodeException {
        if (records.size() == MAX_ROWS) {
            throw tooMany();
        }
        records.add(record);
        return record;
    }

    private DecodeException tooMany() {
        return new DecodeException(Fault.LIMIT, "The payload has more than " + MAX_ROWS + " rows", document.position());
    }

    private DecodeException nothingFound(long position) {
        return new DecodeException(
                Fault.NO_ROWS,
                "The payload has no " + (keys.from() == RowsFrom.ARRAY ? "array" : "object")
                        + " where the mapping expects its rows",
                position);
    }
}
