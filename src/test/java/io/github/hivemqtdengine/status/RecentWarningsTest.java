// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.status.RecentWarnings.Warning;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class RecentWarningsTest {

    private static final Logger OWN = LoggerFactory.getLogger("io.github.hivemqtdengine.pipeline.Something");
    private static final Logger FOREIGN = LoggerFactory.getLogger("com.example.Something");

    private final RecentWarnings warnings = new RecentWarnings();
    private final Runnable end = warnings.begin();

    @AfterEach
    void endRecording() {
        end.run();
    }

    @Test
    void shouldRecordWarningsAndErrorsOfTheExtensionOnly() {
        OWN.info("information");
        OWN.warn("a {} with a value", "warning");
        OWN.error("an error", new IllegalStateException("cause"));
        FOREIGN.warn("of another extension");

        assertThat(warnings.latest()).extracting(Warning::level).containsExactly("warn", "error");
        assertThat(warnings.latest()).extracting(Warning::text).containsExactly("a warning with a value", "an error");
    }

    @Test
    void shouldKeepTheLatestOnes() {
        for (int number = 1; number <= 30; number++) {
            OWN.warn("warning {}", number);
        }

        assertThat(warnings.latest()).hasSize(RecentWarnings.MAX);
        assertThat(warnings.latest().get(0).text()).isEqualTo("warning 11");
        assertThat(warnings.count()).isEqualTo(30);
    }

    @Test
    void shouldKeepTheLatestFailureOfEachDatabase() {
        OWN.warn("Database \"{}\" accepts no rows; messages wait: {}", "plant", "connection refused");
        OWN.warn("Database \"{}\": {}", "plant", "a remark at its start");
        for (int number = 1; number <= 30; number++) {
            OWN.warn("Route \"{}\": a field is left out", number);
        }

        assertThat(Objects.requireNonNull(warnings.ofDatabase("plant")).text())
                .isEqualTo("Database \"plant\" accepts no rows; messages wait: connection refused");
        assertThat(warnings.ofDatabase("other")).isNull();
        warnings.keepOnly(Set.of("other"));
        assertThat(warnings.ofDatabase("plant")).isNull();
    }

    @Test
    void shouldCutLongTexts() {
        OWN.warn("{}", "x".repeat(1_000));

        assertThat(warnings.latest().get(0).text()).hasSize(500).endsWith("x…");
    }

    @Test
    void shouldRecordNothingAfterItsEnd() {
        end.run();
        OWN.warn("later");

        assertThat(warnings.latest()).isEmpty();
    }
}
