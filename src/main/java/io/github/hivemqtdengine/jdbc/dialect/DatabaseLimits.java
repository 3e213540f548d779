// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.TableShape;
import java.util.List;
import java.util.Optional;

/**
 * Limits of one family of databases, against which a configuration is checked before the first write. An objection is
 * the end of a sentence that begins with the object in question. Immutable.
 */
public interface DatabaseLimits {

    /** Rules without objections. */
    DatabaseLimits NONE = new DatabaseLimits() {};

    /** Returns the objection to a URL that has the family's prefix. */
    default Optional<String> objectionToUrl(String url) {
        return Optional.empty();
    }

    /** Returns the objections to a connection. */
    default List<String> objections(ConnectionSettings connection) {
        return List.of();
    }

    /** Returns the objection to the use of two connections in one broker, as the end of a sentence about the second. */
    default Optional<String> objection(ConnectionSettings first, ConnectionSettings second) {
        return Optional.empty();
    }

    /** Returns the objection to the name of a super table. */
    default Optional<String> objectionToTable(String name) {
        return Optional.empty();
    }

    /** Returns the maximum length of a table's name in characters. */
    default int longestTableName() {
        return 192;
    }

    /** Returns the objection to the name of a column or a tag. */
    default Optional<String> objectionToColumn(String name) {
        return Optional.empty();
    }

    /** Returns the objections to a table as a whole. */
    default List<String> objections(TableShape table) {
        return List.of();
    }

    /** Returns the objections to the settings for a new database. */
    default List<String> objections(SchemaSettings schema) {
        return List.of();
    }

    /** Returns whether one server has several databases, so that a name selects one; otherwise the URL does. */
    default boolean hasNamedDatabases() {
        return false;
    }

    /** Returns whether subtables of different super tables need different names. */
    default boolean hasEachSubtableOnce() {
        return false;
    }
}
