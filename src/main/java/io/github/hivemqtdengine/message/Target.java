package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/** Where a row goes: a table that the extension knows, or SQL of the user's own. */
public sealed interface Target permits Table, SqlTemplate {

    /** Where it gets more columns, {@code null} if it has all that it will ever have. */
    @Nullable
    Growth growth();
}
