// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestDbFailuresTest {

    @ParameterizedTest
    @CsvSource({
        "08001, refused, TRANSIENT",
        "08006, an I/O error occurred, TRANSIENT",
        "57P01, shutting down, TRANSIENT",
        "28P01, wrong, FATAL",
        "00000, ERROR: invalid username/password, FATAL",
        "42P01, missing, SCHEMA",
        "00000, ERROR: table does not exist [table=nope], SCHEMA",
        "00000, ERROR: Invalid column: zz, SCHEMA",
        "00000, ERROR: table busy [reason=alter], TRANSIENT",
        "00000, ERROR: inconvertible value: `abc` [STRING -> TIMESTAMP], REJECTED",
        "00000, ERROR: designated timestamp before 1970-01-01 is not allowed, REJECTED",
        "00000, ERROR: inconvertible value: `timeout` [STRING -> INT], REJECTED",
        "00000, ERROR: inconvertible value: `access denied` [STRING -> INT], REJECTED",
        "00000, ERROR: inconvertible value: `x` [VARCHAR -> INT column=busy], REJECTED",
        "00000, ERROR: decimal '1.5 suspended' is no number, REJECTED",
        "00000, ERROR: Invalid column: timeout, SCHEMA",
        "00000, ERROR: table does not exist [table=busy_invalid], SCHEMA",
        "00000, ERROR: table busy [reason=invalid decimal], TRANSIENT",
        "00000, ERROR: statement is either no-op, TRANSIENT",
        "00000, ERROR: something new, UNKNOWN"
    })
    void shouldKnowWhatAFailureMeans(String state, String message, FailureKind kind) {
        var failure = new SQLException(message, state);
        assertThat(QuestDbFailures.classify(failure).kind()).isEqualTo(kind);
        assertThat(QuestDbFailures.classify(new BatchUpdateException(failure)).kind())
                .isEqualTo(kind);
        assertThat(QuestDbFailures.classify(new SQLTransientConnectionException("timed out", failure))
                        .kind())
                .isEqualTo(kind);
    }

    @Test
    void shouldKnowWhatHasNoState() {
        assertThat(QuestDbFailures.classify(new SQLTransientConnectionException("timed out"))
                        .kind())
                .isEqualTo(FailureKind.TRANSIENT);
        assertThat(QuestDbFailures.classify(new ArithmeticException()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(QuestDbFailures.classify(new IllegalArgumentException()).kind())
                .isEqualTo(FailureKind.REJECTED);
    }
}
