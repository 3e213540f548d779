package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.FailureKind;
import java.sql.SQLException;
import java.util.Collection;
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

    /** @param objections why not, a sentence for each row, at least one */
    private RefusedRows(IdentityHashMap<Row, String> objections) {
        super(objections.values().iterator().next());
        this.objections.putAll(objections);
    }

    /** A check of one row, which throws what is wrong with it. */
    @FunctionalInterface
    interface Check {
        void check(Row row) throws SQLException;
    }

    /**
     * Names the rows that a failure is about, so that no other row is tried without them.
     *
     * @param check fails as the write did, but for one row
     * @param failure what the write failed with
     * @return the failure itself if each row passes the check
     */
    static RuntimeException among(Collection<Row> rows, Check check, RuntimeException failure) throws SQLException {
        if (failure instanceof RefusedRows || JdbcFailures.judge(failure).kind() != FailureKind.REJECTED) {
            return failure;
        }
        var objections = new IdentityHashMap<Row, String>();
        for (var row : rows) {
            try {
                check.check(row);
            } catch (IllegalArgumentException | ClassCastException e) {
                objections.put(row, String.valueOf(e.getMessage()));
            }
        }
        return objections.isEmpty() ? failure : new RefusedRows(objections);
    }

    /** Why not, by the identity of the row. */
    IdentityHashMap<Row, String> objections() {
        return objections;
    }
}
