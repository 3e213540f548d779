package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;

/**
 * What may be created in a database, and how.
 *
 * @param mode what may be created
 * @param precision the precision of a database that the extension creates
 * @param newDatabase how it is created otherwise
 */
public record SchemaSettings(SchemaMode mode, Precision precision, NewDatabase newDatabase) {

    public static final SchemaSettings DEFAULT = of(SchemaMode.CREATE, Precision.MICROSECONDS);

    /** A mode and a precision, all else as TDengine has it. */
    public static SchemaSettings of(SchemaMode mode, Precision precision) {
        return new SchemaSettings(mode, precision, NewDatabase.DEFAULT);
    }
}
