package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.route.TableSettings;
import io.github.hivemqtdengine.route.ValueSettings;
import java.util.ArrayList;
import java.util.List;

/** How many bytes TDengine gives a row, and the tags of a subtable (checked with 3.3.7.5 to the byte). */
final class TdengineSizes {

    private static final int MAX_ROW = 65_531;
    private static final int MAX_TAGS = 16_384;
    private static final int KEY = 8;
    private static final int LENGTH = 2;
    private static final int MOST_DIGITS_IN_EIGHT_BYTES = 18;

    private TdengineSizes() {}

    static List<String> objections(TableSettings table) {
        var found = new ArrayList<String>();
        int keys = table.timestamp().sequenceColumn() == null ? KEY : 2 * KEY;
        check("rows", keys + bytes(table.columns()), MAX_ROW, found);
        check("tags", bytes(table.tags()), MAX_TAGS, found);
        return found;
    }

    private static void check(String what, int bytes, int most, List<String> found) {
        if (bytes > most) {
            found.add("has " + what + " of up to " + bytes + " bytes, and TDengine allows " + most
                    + "; VARCHAR(n) takes n + 2 of them, NCHAR(n) 4n + 2: make some shorter");
        }
    }

    private static int bytes(List<ValueSettings> values) {
        return values.stream().mapToInt(value -> bytes(value.column().type())).sum();
    }

    private static int bytes(ColumnType type) {
        return switch (type.kind()) {
            case BOOL, TINYINT, TINYINT_UNSIGNED -> 1;
            case SMALLINT, SMALLINT_UNSIGNED -> 2;
            case INT, INT_UNSIGNED, FLOAT -> 4;
            case BIGINT, BIGINT_UNSIGNED, DOUBLE, TIMESTAMP -> 8;
            case DECIMAL -> type.length() <= MOST_DIGITS_IN_EIGHT_BYTES ? 8 : 16;
            case VARCHAR, VARBINARY, GEOMETRY -> type.length() + LENGTH;
            case NCHAR -> type.length() * Types.BYTES_PER_NCHAR + LENGTH;
            case JSON -> 0; // always alone
        };
    }
}
