// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ScoreboardTest {

    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Scoreboard scoreboard =
            new Scoreboard(new PrintStream(printed, true, StandardCharsets.UTF_8), 5 * SECOND);

    @Test
    void shouldPrintRowsPerSecondSinceTheLineBefore() {
        scoreboard.print(10, figures(1_000), OptionalLong.of(1_000), 6 * SECOND);
        scoreboard.print(20, figures(4_000), OptionalLong.of(3_990), 8 * SECOND);

        assertThat(cells(2)).contains("1,000", "0.5", "12.3");
        assertThat(cells(3)).contains("4,000", "3,990", "1,500");
    }

    @Test
    void shouldSayWhenTheDatabaseDoesNotAnswer() {
        scoreboard.print(10, figures(1_000), OptionalLong.empty(), 6 * SECOND);

        assertThat(String.join(" ", cells(2))).contains("no answer");
    }

    private static Figures figures(long rows) {
        return new Figures(rows, rows, rows, 1, 0, 2, 0, 0.5, 12.3);
    }

    private String[] cells(int line) {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .toList()
                .get(line)
                .split(" +", -1);
    }
}
