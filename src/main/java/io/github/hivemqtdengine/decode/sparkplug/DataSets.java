// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of data sets, as objects by the names of their columns. */
final class DataSets {

    private static final int COLUMN_COUNT = 1 << 3 | WIRETYPE_VARINT;
    private static final int COLUMN = 2 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int TYPE = 3 << 3 | WIRETYPE_VARINT;
    private static final int PACKED_TYPES = 3 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int ROW = 4 << 3 | WIRETYPE_LENGTH_DELIMITED;

    private static final int ELEMENT = 1 << 3 | WIRETYPE_LENGTH_DELIMITED;
    private static final int FIRST_SCALAR = 1;

    private final List<String> columns = new ArrayList<>();
    private final List<DataType> types = new ArrayList<>();
    private final List<List<@Nullable WireValue>> rows = new ArrayList<>();
    private @Nullable Long columnCount;

    private DataSets() {}

    /** Returns the rows of a data set. */
    static List<NamedValues> read(WireInput in) throws IOException, DecodeException {
        var dataSet = new DataSets();
        int outer = in.enter();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            dataSet.readField(tag, in);
        }
        in.leave(outer);
        return dataSet.rows(in.position());
    }

    private void readField(int tag, WireInput in) throws IOException, DecodeException {
        switch (tag) {
            case COLUMN_COUNT -> columnCount = in.uint64();
            case COLUMN -> {
                in.countElement();
                columns.add(in.text());
            }
            case TYPE -> readType(in);
            case PACKED_TYPES -> {
                int outer = in.enter();
                while (in.hasMore()) {
                    readType(in);
                }
                in.leave(outer);
            }
            case ROW -> rows.add(row(in));
            default -> in.skip(tag);
        }
    }

    private void readType(WireInput in) throws IOException, DecodeException {
        in.countElement();
        types.add(DataType.of(in.uint32()));
    }

    private static List<@Nullable WireValue> row(WireInput in) throws IOException, DecodeException {
        in.countElement();
        int outer = in.enter();
        var cells = new ArrayList<@Nullable WireValue>();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            if (tag == ELEMENT) {
                in.countElement();
                cells.add(cell(in));
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
        return cells;
    }

    private static @Nullable WireValue cell(WireInput in) throws IOException, DecodeException {
        int outer = in.enter();
        WireValue cell = null;
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            var value = WireValue.scalar(tag, FIRST_SCALAR, in);
            if (value == null) {
                in.skip(tag);
            } else {
                cell = value;
            }
        }
        in.leave(outer);
        return cell;
    }

    private List<NamedValues> rows(int position) throws DecodeException {
        if (types.size() != columns.size() || (columnCount != null && columnCount != columns.size())) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "Its data set has " + columns.size() + " column names and " + types.size() + " types",
                    position);
        }
        var named = new ArrayList<NamedValues>(rows.size());
        for (var row : rows) {
            if (row.size() != columns.size()) {
                throw new DecodeException(
                        Fault.MALFORMED,
                        "Its data set has a row of " + row.size() + " cells for " + columns.size() + " columns",
                        position);
            }
            named.add(new NamedValues(columns, values(row)));
        }
        return named;
    }

    private List<@Nullable Object> values(List<@Nullable WireValue> row) throws DecodeException {
        var values = new ArrayList<@Nullable Object>(row.size());
        for (int i = 0; i < row.size(); i++) {
            var cell = row.get(i);
            values.add(cell == null ? null : types.get(i).value(cell));
        }
        return values;
    }
}
