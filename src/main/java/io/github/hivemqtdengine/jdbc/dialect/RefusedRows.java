// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** Failure that names rows of a batch that can't be stored; the other rows can be written without them. */
public final class RefusedRows extends IllegalArgumentException {

    /** Maximum rows that are named, each with a sentence; the next write of the others names more. */
    public static final int MAX_NAMED = 1_000;

    private final transient IdentityHashMap<Row, String> objections = new IdentityHashMap<>();

    /**
     * @param rows rows that can't be stored, at least one
     * @param objection reason for a row, a sentence
     */
    public RefusedRows(List<Row> rows, Function<Row, String> objection) {
        super(objection.apply(rows.get(0)));
        rows.stream().limit(MAX_NAMED).forEach(row -> objections.put(row, objection.apply(row)));
    }

    /** @param objections reason for each row, a sentence; at least one row */
    private RefusedRows(IdentityHashMap<Row, String> objections) {
        super(objections.values().iterator().next());
        this.objections.putAll(objections);
    }

    /** Check of one row, which fails as the write did. */
    @FunctionalInterface
    public interface Check {
        void check(Row row) throws SQLException;
    }

    /**
     * Finds the rows that caused a failure, by a check of each row.
     *
     * @return a failure that names them, or the failure itself if each row passes the check
     */
    public static RuntimeException among(Collection<Row> rows, Check check, RuntimeException failure)
            throws SQLException {
        if (failure instanceof RefusedRows || FailureClass.withoutCode(failure).kind() != FailureKind.REJECTED) {
            return failure;
        }
        var objections = new IdentityHashMap<Row, String>();
        for (var row : rows) {
            if (objections.size() == MAX_NAMED) {
                break;
            }
            try {
                check.check(row);
            } catch (IllegalArgumentException | ClassCastException e) {
                objections.put(row, String.valueOf(e.getMessage()));
            }
        }
        return objections.isEmpty() ? failure : new RefusedRows(objections);
    }

    /** Returns the reasons by the identity of the row. */
    public IdentityHashMap<Row, String> objections() {
        return objections;
    }
}
