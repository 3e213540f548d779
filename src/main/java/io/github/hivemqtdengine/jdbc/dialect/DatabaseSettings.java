// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

/**
 * Settings of one {@code <database>} element.
 *
 * @param id identifier that routes refer to
 * @param name name of the database on the server; unused for QuestDB, which has only one
 * @param schema rules for creating and changing tables; properties of a new database
 * @param engine write engine for TDengine; unused for QuestDB, which has only one
 */
public record DatabaseSettings(
        String id, ConnectionSettings connection, String name, SchemaSettings schema, WriteEngine engine) {

    public static final WriteEngine DEFAULT_ENGINE = WriteEngine.AUTO;

    /** Way of writing rows to TDengine; QuestDB has only one. */
    public enum WriteEngine {
        /** Prepared statements for large batches and long values; otherwise SQL, which saves a round trip. */
        AUTO,
        /** Text of multi-table INSERTs. */
        SQL,
        /** Parameters of prepared statements, if the types of the table allow them. */
        STATEMENT
    }

    /** Creates settings with the default write engine. */
    public DatabaseSettings(String id, ConnectionSettings connection, String name, SchemaSettings schema) {
        this(id, connection, name, schema, DEFAULT_ENGINE);
    }

    /** Returns id and connection, without the secrets. */
    @Override
    public String toString() {
        return id + " (" + connection + ")";
    }
}
