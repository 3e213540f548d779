package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Table that gains columns for the fields of its messages, one version after another. */
final class EvolvingTable implements TableHandle {

    private volatile KnownColumns known;

    /**
     * @param declared the shape with the columns that the mapping declares
     * @param errors the actions for values that do not fit the other columns
     */
    EvolvingTable(TableShape declared, ValueErrors errors) {
        this.known = new KnownColumns(new TableVersion(this, declared), errors);
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
    synchronized @Nullable KnownColumns evolve(KnownColumns before, Collection<Column> columns) {
        if (before != known) {
            return null;
        }
        known = before.with(columns);
        return known;
    }

    @Override
    public TableVersion current() {
        return known.version();
    }

    @Override
    public boolean isEvolving() {
        return true;
    }

    @Override
    public synchronized void adopt(List<Column> columns, Set<String> others) {
        known = known.adopting(columns, others);
    }

    @Override
    public Row convert(Row row) {
        var now = known;
        return row.version().equals(now.version()) ? row : now.row(row);
    }
}
