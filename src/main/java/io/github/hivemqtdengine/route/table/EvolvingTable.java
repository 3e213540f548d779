package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SchemaEvolution;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Table that gains columns for the fields of its messages, one {@link TableVersion} after another. */
final class EvolvingTable implements SchemaEvolution {

    private volatile TableVersion stage;

    /**
     * @param declared the table with the columns that the mapping declares
     * @param errors the actions for values that do not fit the other columns
     */
    EvolvingTable(Table declared, ValueErrors errors) {
        this.stage = new TableVersion(declared.with(declared.columns(), this), errors);
    }

    TableVersion stage() {
        return stage;
    }

    /**
     * Adds or widens columns.
     *
     * @param before the stage that the columns were derived from
     * @return the new stage, or {@code null} if {@code before} is outdated
     */
    synchronized @Nullable TableVersion grow(TableVersion before, Collection<Column> columns) {
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
    @SuppressWarnings("ReferenceEquality") // a table back at earlier columns equals the earlier one but is a new object
    public Row current(Row row) {
        var now = stage;
        return row.table() == now.table() ? row : now.row(row);
    }
}
