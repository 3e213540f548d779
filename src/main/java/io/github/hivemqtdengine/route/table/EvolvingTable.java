// SPDX-License-Identifier: Apache-2.0
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

/** Table that gains columns and tags for the fields of its messages, one version after another. */
final class EvolvingTable implements TableHandle {

    private volatile KnownColumns known;

    /**
     * Creates the first version.
     *
     * @param declared the shape with the columns and tags that the mapping declares
     * @param hasAutoTags whether the table gains tags, too
     * @param errors the actions for values that do not fit the other columns and tags
     */
    EvolvingTable(TableShape declared, boolean hasAutoTags, ValueErrors errors) {
        this.known = new KnownColumns(new TableVersion(this, declared), hasAutoTags, errors);
    }

    KnownColumns known() {
        return known;
    }

    /**
     * Adds or widens columns and tags.
     *
     * @param before the columns that the new ones were derived from
     * @return the new columns, or {@code null} if {@code before} is outdated
     */
    synchronized @Nullable KnownColumns evolve(
            KnownColumns before, Collection<Column> columns, Collection<Column> tags) {
        if (before != known) {
            return null;
        }
        known = before.with(columns, tags);
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
    public synchronized void adopt(List<Column> columns, List<Column> tags, Set<String> others) {
        known = known.adopting(columns, tags, others);
    }

    @Override
    public Row convert(Row row) {
        var now = known;
        return row.version().equals(now.version()) ? row : now.row(row);
    }
}
