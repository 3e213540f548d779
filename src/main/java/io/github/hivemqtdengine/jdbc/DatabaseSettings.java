package io.github.hivemqtdengine.jdbc;

/**
 * One database.
 *
 * @param id the id that routes name
 * @param connection how it is reached
 * @param name the database's name inside the server; QuestDB has only one, so there it goes unused
 * @param schema what may be created
 * @param engine how rows get into TDengine; QuestDB has one way, so there it goes unused
 */
public record DatabaseSettings(
        String id, ConnectionSettings connection, String name, SchemaSettings schema, WriteEngine engine) {

    public static final WriteEngine DEFAULT_ENGINE = WriteEngine.AUTO;

    /** A database that is written to in the default way. */
    public DatabaseSettings(String id, ConnectionSettings connection, String name, SchemaSettings schema) {
        this(id, connection, name, schema, DEFAULT_ENGINE);
    }

    /** Which database it is, without its secrets. */
    @Override
    public String toString() {
        return id + " (" + connection + ")";
    }
}
