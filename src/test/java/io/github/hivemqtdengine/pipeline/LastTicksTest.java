package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastTicksTest {

    private final LastTicks ticks = new LastTicks(10);

    @Test
    void shouldGiveATimeOnlyOnce() {
        assertThat(ticks.take("t", "a", 5)).isEqualTo(5);
        assertThat(ticks.take("t", "a", 5)).isEqualTo(6);
        assertThat(ticks.take("t", "a", 5)).isEqualTo(7);
        assertThat(ticks.take("t", "a", 20)).isEqualTo(20);
    }

    @Test
    void shouldTellSubtablesApart() {
        assertThat(ticks.take("t", "a", 5)).isEqualTo(5);
        assertThat(ticks.take("t", "b", 5)).isEqualTo(5);
        assertThat(ticks.take("u", "a", 5)).isEqualTo(5);
    }

    /** It did forget: the rows of a subtable with 1,500 messages a second, in milliseconds, replaced each other. */
    @Test
    void shouldNeverForgetASubtableThatRunsAheadOfTheClock() {
        for (int i = 0; i < 1_000; i++) {
            ticks.take("t", "busy", 5);
        }
        for (int i = 0; i < 1_000; i++) {
            ticks.take("t", "other" + i, 6);
        }

        assertThat(ticks.take("t", "busy", 7)).isEqualTo(1_005);
    }

    @Test
    void shouldRememberASubtableThatIsBusyNow() {
        for (int i = 0; i < 1_000; i++) {
            ticks.take("t", "other" + i, i);
            assertThat(ticks.take("t", "busy", i)).isEqualTo(i);
        }
    }
}
