// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.sql.ResultSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of rows that are there already. */
final class ScriptedResult {

    private final Iterator<List<Object>> rows;
    private List<Object> row = List.of();

    private ScriptedResult(List<List<Object>> rows) {
        this.rows = rows.iterator();
    }

    static ResultSet of(List<List<Object>> rows) {
        var result = new ScriptedResult(rows);
        return ScriptedDriver.proxy(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> result.next();
            case "getString", "getInt", "getObject", "getTimestamp", "getBytes" -> result.value((Integer) arguments[0]);
            default -> ScriptedDriver.defaultAnswer(proxy, method.getName(), arguments);
        });
    }

    /** NULL where the script gives no more values. */
    private @Nullable Object value(int column) {
        return column <= row.size() ? row.get(column - 1) : null;
    }

    private @Nullable Boolean next() {
        boolean more = rows.hasNext();
        if (more) {
            row = rows.next();
        }
        return more;
    }
}
