package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.FailureKind;
import java.sql.SQLException;

/** The database or this JVM is not set up as writing needs it; the message says what to do. */
final class SetupException extends SQLException {

    private final FailureKind kind;

    SetupException(FailureKind kind, String message) {
        super(message);
        this.kind = kind;
    }

    FailureKind kind() {
        return kind;
    }
}
