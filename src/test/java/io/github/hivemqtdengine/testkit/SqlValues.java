// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** Makes the values of different drivers comparable. */
final class SqlValues {

    private SqlValues() {}

    /** Integers of every width as {@code Long}, timestamps as {@code Instant}, everything else unchanged. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        return value instanceof Timestamp timestamp ? timestamp.toInstant() : value;
    }
}
