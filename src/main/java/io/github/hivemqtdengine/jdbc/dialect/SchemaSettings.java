package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;

/**
 * Settings for creating and changing a schema.
 *
 * @param mode extent of the changes
 * @param precision precision of a new database
 * @param newDatabase other properties of a new database
 */
public record SchemaSettings(SchemaMode mode, Precision precision, NewDatabase newDatabase) {

    public static final SchemaSettings DEFAULT = of(SchemaMode.CREATE, Precision.MICROSECONDS);

    /** Returns settings with a mode and a precision, and the server's defaults for all else. */
    public static SchemaSettings of(SchemaMode mode, Precision precision) {
        return new SchemaSettings(mode, precision, NewDatabase.DEFAULT);
    }
}
