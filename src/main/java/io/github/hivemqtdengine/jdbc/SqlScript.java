package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;

/** The statements for one database, as a lane would issue them. Nothing connects. */
public interface SqlScript {

    /**
     * What creates the database, where the server has several, and then the tables; nothing changes where they are there.
     *
     * @param tables each super table is created once, however many routes write it
     * @throws IllegalArgumentException if the database can't have such a table
     */
    List<String> ddl(List<Table> tables);

    /**
     * What stores rows, in the precision that the settings say. Where values are bound, a question mark stands for each.
     *
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    List<String> inserts(List<Row> rows);
}
