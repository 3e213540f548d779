package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;

/** Parser of the types of columns and tags, with TDengine's limits for each. */
final class Types {

    private static final int MAX_TAG_BYTES = 16_382;
    private static final int BYTES_PER_NCHAR = 4;

    private Types() {}

    static ColumnType column(String text) {
        var type = ColumnType.parse(text);
        if (type.kind() == Kind.JSON) {
            throw new IllegalArgumentException("is a type for tags only; write VARCHAR(1024) for JSON in a column");
        }
        return type;
    }

    static ColumnType tag(String text) {
        var type = ColumnType.parse(text);
        if (type.kind() == Kind.DECIMAL) {
            throw new IllegalArgumentException("is a type for columns only");
        }
        int bytesPerUnit = type.kind() == Kind.NCHAR ? BYTES_PER_NCHAR : 1;
        if (type.length() > MAX_TAG_BYTES / bytesPerUnit) {
            throw new IllegalArgumentException("is too long for a tag; at most " + MAX_TAG_BYTES / bytesPerUnit);
        }
        return type;
    }
}
