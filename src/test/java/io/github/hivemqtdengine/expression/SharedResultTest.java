// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import org.junit.jupiter.api.Test;

class SharedResultTest {

    private static final String LONG = "x".repeat(100);

    private int computed;

    private final SharedResult length = new SharedResult(arguments -> {
        computed++;
        return ((String) arguments[0]).length() + arguments.length;
    });

    @Test
    void shouldComputeOnceForRowsThatShareALongValue() throws Exception {
        var results = SharedResult.amongRows(() -> length.of(LONG) + " " + length.of(LONG));

        assertThat(results).isEqualTo("101 101");
        assertThat(computed).isEqualTo(1);
    }

    @Test
    void shouldComputeAgainForAnEqualValueOfAnotherElement() throws Exception {
        SharedResult.amongRows(() -> length.of(LONG) + " " + length.of("x".repeat(100)) + " " + length.of(LONG));

        assertThat(computed).isEqualTo(3);
    }

    @Test
    void shouldCompareAllArguments() throws Exception {
        var results = SharedResult.amongRows(() -> length.of(LONG, 1L)
                + " " + length.of(LONG, Long.valueOf(1_000))
                + " " + length.of(LONG, Long.valueOf(1_000))
                + " " + length.of(LONG)
                + " " + length.of("short")
                + " " + length.of("short"));

        assertThat(results).isEqualTo("102 102 102 101 6 6");
        assertThat(computed).isEqualTo(5);
    }

    @Test
    void shouldFailForEachRowAndComputeOnce() {
        var failing = new SharedResult(arguments -> {
            computed++;
            throw ConversionException.of(arguments[0], "is refused");
        });

        SharedResult.amongRows(() -> {
            for (int row = 0; row < 3; row++) {
                assertThatThrownBy(() -> failing.of(LONG)).isInstanceOf(ConversionException.class);
            }
            return computed;
        });

        assertThat(computed).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingBetweenMessages() throws Exception {
        SharedResult.amongRows(() -> "" + length.of(LONG));
        SharedResult.amongRows(() -> "" + length.of(LONG));
        length.of(LONG);
        length.of(LONG);

        assertThat(computed).isEqualTo(4);
    }

    @Test
    void shouldRefuseLongValuesThatDifferInTooManyRows() {
        var large = "x".repeat(1 << 20);

        assertThatThrownBy(() -> SharedResult.amongRows(() -> {
                    for (long row = 0; row < 1_000; row++) {
                        length.of(large, row);
                    }
                    return computed;
                }))
                .isInstanceOf(ConversionException.class)
                .hasMessageContaining("268435456 characters in sum");
        assertThat(computed).isEqualTo(256);
    }

    @Test
    void shouldReadAMessageOnceForAllItsRows() throws Exception {
        var source = SharedResult.ofMessage((message, fields) -> message.topic() + ++computed);
        var one = message();
        var equal = message();

        var values = SharedResult.amongRows(() -> String.join(
                " ",
                String.valueOf(source.value(one, new Object[0])),
                String.valueOf(source.value(one, new Object[0])),
                String.valueOf(source.value(equal, new Object[0]))));

        assertThat(values).isEqualTo("a1 a1 a2");
    }

    private static InboundMessage message() {
        return new InboundMessage("a", new byte[0], "c", null, 0, false, false, Mqtt5Properties.NONE, 1);
    }
}
