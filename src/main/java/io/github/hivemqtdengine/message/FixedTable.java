package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Set;

/** Table with the columns that the configuration declares. */
final class FixedTable implements TableHandle {

    private final TableVersion only;

    FixedTable(TableShape shape) {
        this.only = new TableVersion(this, shape);
    }

    @Override
    public TableVersion current() {
        return only;
    }

    @Override
    public boolean isEvolving() {
        return false;
    }

    @Override
    public void adopt(List<Column> columns, List<Column> tags, Set<String> others) {
        // keeps its columns
    }

    @Override
    public Row convert(Row row) {
        return row;
    }
}
