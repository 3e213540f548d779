package io.github.hivemqtdengine.jdbc;

/**
 * One database.
 *
 * @param id the id that routes name
 * @param connection how it is reached
 * @param name the database's name inside the server; QuestDB has only one, so there it goes unused
 * @param schema what may be created
 */
public record DatabaseSettings(String id, ConnectionSettings connection, String name, SchemaSettings schema) {

    /** Which database it is, without its secrets. */
    @Override
    public String toString() {
        return id + " (" + connection + ")";
    }
}
