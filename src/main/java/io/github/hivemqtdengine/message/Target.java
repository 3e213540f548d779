package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/** Destination of a row: a table that the extension knows, or SQL that the operator has configured. */
public sealed interface Target permits Table, SqlTemplate {

    /** Returns the schema evolution of the target, {@code null} if its columns are fixed. */
    @Nullable
    SchemaEvolution growth();
}
