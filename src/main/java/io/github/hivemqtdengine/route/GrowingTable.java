package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Growth;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table that gets columns for the fields of its messages, from stage to stage. */
final class GrowingTable implements Growth {

    private volatile TableStage stage;

    /**
     * @param declared the table with the columns that the mapping declares
     * @param errors what happens to values that don't fit the other columns
     */
    GrowingTable(Table declared, ValueErrors errors) {
        this.stage = new TableStage(declared.with(declared.columns(), this), errors);
    }

    /** How it is now. */
    TableStage stage() {
        return stage;
    }

    /**
     * Gives the table more columns, or wider ones.
     *
     * @param before what is known of it
     * @return the stage that has them, or {@code null} if the table has changed in the meantime
     */
    synchronized @Nullable TableStage grow(TableStage before, Collection<Column> columns) {
        if (before != stage) {
            return null;
        }
        stage = before.with(columns, this);
        return stage;
    }

    @Override
    public Table table() {
        return stage.table();
    }

    @Override
    public synchronized void adopt(List<Column> columns, Set<String> others) {
        stage = stage.adopting(columns, others, this);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a table that is taken back equals an earlier one, and is another object
    public Row current(Row row) {
        var now = stage;
        return row.table() == now.table() ? row : now.row(row);
    }
}
