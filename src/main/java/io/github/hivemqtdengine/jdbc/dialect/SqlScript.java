package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.util.List;

/** Statements for one database as a lane would execute them, without a connection. */
public interface SqlScript {

    /**
     * Returns the statements that create the database, if the server has several, and the tables, unless they exist.
     *
     * @param tables tables of the routes; each super table is created once
     * @throws IllegalArgumentException if the database does not allow such a table
     */
    List<String> ddl(List<TableShape> tables);

    /** Returns the precision of the keys of a database that these statements create. */
    Precision precision();

    /**
     * Returns the statements that store rows, in the configured precision. Bound values are question marks.
     *
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    List<String> inserts(List<Row> rows);
}
