package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Row;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** Some rows of a batch can't be stored, and it is known which. */
final class RefusedRows extends IllegalArgumentException {

    private final transient IdentityHashMap<Row, String> objections = new IdentityHashMap<>();

    /**
     * @param rows those that can't be stored, at least one
     * @param objection why not, a sentence
     */
    RefusedRows(List<Row> rows, Function<Row, String> objection) {
        super(objection.apply(rows.get(0)));
        rows.forEach(row -> objections.put(row, objection.apply(row)));
    }

    /** Why not, by the identity of the row. */
    IdentityHashMap<Row, String> objections() {
        return objections;
    }
}
