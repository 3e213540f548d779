package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.FailureKind;
import java.sql.SQLException;

/** Failure caused by the setup of the database or of this JVM; the message contains the remedy. */
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
