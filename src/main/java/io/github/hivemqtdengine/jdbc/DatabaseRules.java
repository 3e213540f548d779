package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Optional;

/**
 * What one family of databases can't have although others can: what a configuration is checked with before anything is
 * written. An objection is the end of a sentence that begins with the thing itself. Immutable.
 */
public interface DatabaseRules {

    /** No objections. */
    DatabaseRules NONE = new DatabaseRules() {};

    /** What is wrong with a URL that the family's dialect was chosen by. */
    default Optional<String> objectionToUrl(String url) {
        return Optional.empty();
    }

    /** What is wrong with a way to a database. */
    default List<String> objections(ConnectionSettings connection) {
        return List.of();
    }

    /** What keeps two ways to databases from being used by one broker, as the end of a sentence about the second. */
    default Optional<String> objection(ConnectionSettings first, ConnectionSettings second) {
        return Optional.empty();
    }

    /** What keeps a super table from having this name. */
    default Optional<String> objectionToTable(String name) {
        return Optional.empty();
    }

    /** What keeps a column or a tag from having this name. */
    default Optional<String> objectionToColumn(String name) {
        return Optional.empty();
    }

    /** What is wrong with a table as a whole. */
    default List<String> objections(Table table) {
        return List.of();
    }

    /** What is wrong with a database that would be created so. */
    default List<String> objections(SchemaSettings schema) {
        return List.of();
    }

    /** Whether one server has several databases, so that a name must say which; the URL says it otherwise. */
    default boolean hasNamedDatabases() {
        return false;
    }

    /** Whether subtables of different super tables need different names. */
    default boolean hasEachSubtableOnce() {
        return false;
    }
}
