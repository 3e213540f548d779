package io.github.hivemqtdengine.jdbc;

/** What the extension may create in a database. */
public enum SchemaMode {
    /** Nothing: database and tables are there already. */
    OFF,
    /** The database, super tables and subtables that are missing. */
    CREATE,
    /** Like {@link #CREATE}, and missing columns and tags are added, too short ones widened. */
    EVOLVE
}
