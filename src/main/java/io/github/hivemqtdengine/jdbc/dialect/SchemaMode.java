package io.github.hivemqtdengine.jdbc.dialect;

/** Extent of the schema changes that the extension may make. */
public enum SchemaMode {
    /** None: database and super tables must exist. In TDengine, an INSERT still creates subtables. */
    OFF,
    /** Creation of a missing database, super tables and subtables. */
    CREATE,
    /** As {@link #CREATE}, plus adding missing columns and tags, and widening short ones. */
    EVOLVE
}
