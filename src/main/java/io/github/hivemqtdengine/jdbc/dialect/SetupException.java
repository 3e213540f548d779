// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;

/** Failure caused by the setup of the database or of this JVM; the message contains the remedy. */
public final class SetupException extends SQLException {

    private final FailureKind kind;

    public SetupException(FailureKind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public FailureKind kind() {
        return kind;
    }
}
