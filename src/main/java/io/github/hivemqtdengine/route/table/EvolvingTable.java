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

/** Table that gains columns for the fields of its messages, one version after another. */
final class EvolvingTable implements SchemaEvolution {

    private volatile KnownColumns known;

    /**
     * @param declared the table with the columns that the mapping declares
     * @param errors the actions for values that do not fit the other columns
     */
    EvolvingTable(Table declared, ValueErrors errors) {
        this.known = new KnownColumns(declared.with(declared.columns(), this), errors);
    }

    KnownColumns known() {
        return known;
    }

    /**
     * Adds or widens columns.
     *
     * @param before the columns that the new ones were derived from
     * @return the new columns, or {@code null} if {@code before} is outdated
     */
    synchronized @Nullable KnownColumns grow(KnownColumns before, Collection<Column> columns) {
        if (before != known) {
            return null;
        }
        known = before.with(columns, this);
        return known;
    }

    @Override
    public Table table() {
        return known.table();
    }

    @Override
    public synchronized void adopt(List<Column> columns, Set<String> others) {
        known = known.adopting(columns, others, this);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a table back at earlier columns equals the earlier one but is a new object
    public Row current(Row row) {
        var now = known;
        return row.table() == now.table() ? row : now.row(row);
    }
}
