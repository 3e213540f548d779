// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hostile expressions, templates and statements: each is evaluated, or refused with a sentence. */
class HostileExpressionsTest {

    private static final List<String> EXPRESSIONS = List.of(
            "payload:/t = 215 and not (payload:/off or exists(payload:'/a (b)'))",
            "payload:/a + payload:/b * -2.5e3 / (payload:/c - 1) >= 1",
            "if(payload:/a lt 2, lower(trim(payload:/b)), upper(substring(payload:/c, -2, 1)))",
            "switch(payload:/a, 'OFF', 0, 'ON', true, null)",
            "coalesce(payload:/a, payload-root:/b/0, mqtt-user-property:'x', 'it''s')",
            "one-of(payload:/a, 1, '2', false, 1e300)",
            "concat(hash(payload:/a, 'c'), '/', mqtt-topic:2.., mqtt-client-id, route-id)",
            "replace(split(payload:/a, '/', -1), 'a', 'bb')",
            "regex(payload:/a, '^([A-Za-z]+)-(?:[0-9]{1,3}|\\p{L})*$', 1)",
            "matches(payload:/b, '(a|b)*[^c]{2,9}\\x{10FFFF}?(?i)x+?')",
            "round(number(payload:/a), 2) + max(1, min(payload:/b, abs(-3)), from-hex('0xFF'))",
            "bit(payload:/a, 63) = contains(payload:/b, 'x') or starts-with(payload:/c, '')",
            "format-time(time(payload:/a, 'dd.MM.yyyy HH:mm:ss', 'Europe/Berlin'), 'yyyyMMdd', 'Asia/Shanghai')",
            "length(text(payload)) != 3 or ends-with(../x, 'y')");

    private static final List<String> TEMPLATES = List.of(
            "m_${mqtt-topic:1}_${payload:/a}$${x}",
            "${arrival-time}",
            "${regex(payload:/a, '(.)(.)', 2)}-${payload:/b + 1}",
            "${if(payload:/a = 1, 'x', payload:../b)} é😀");

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO t (tbname, ts, v) VALUES (${concat('m_', mqtt-topic:2)}, ${arrival-time}, ${payload:/v})",
            "INSERT INTO `a b` USING s TAGS ('$${', ${payload:/a}) VALUES (NOW, ${payload:/b}, \"x\");");

    private static final List<@Nullable Object> VALUES = Arrays.asList(
            null,
            Decoder.MISSING,
            true,
            215L,
            Long.MIN_VALUE,
            new BigInteger("-99999999999999999999999999"),
            new BigDecimal("1.5"),
            new BigDecimal("1e999999999"),
            new BigDecimal("1e-999999999"),
            new BigDecimal("9".repeat(1_000)),
            Double.NaN,
            -0.0,
            Double.MIN_VALUE,
            Float.NEGATIVE_INFINITY,
            Instant.MAX,
            Instant.ofEpochSecond(1_700_000_000, 1),
            new byte[] {0, -1},
            Structure.ofJson("[1,{\"a\":null}]"),
            "",
            "Pump-7",
            "31.12.2025 23:30:00",
            "1e999999999",
            "0x".repeat(1_000),
            "a".repeat(3_000),
            "a😀b",
            "\ud83d",
            "\u0000");

    private static final InboundMessage MESSAGE = new InboundMessage(
            "site/berlin/meter/7", new byte[0], "client-1", "user-1", 1, false, false, Mqtt5Properties.NONE, 1);

    /** The tables of patterns, of the classes of characters in them, and of formats of times. */
    private static final long FIXED = 4 << 20;

    /**
     * Each call is tried where it is read, and so are all calls around it: up to 50 of them, and 200 operators. A pattern makes
     * an instruction of some hundred bytes of each character, up to 1,000 of them where a repetition is counted.
     */
    private static final long PER_BYTE = 64 << 10;

    @Test
    void shouldReadAndCalculateOrRefuse() {
        var expressions = HostileBytes.ofTexts(EXPRESSIONS);
        var templates = HostileBytes.ofTexts(TEMPLATES);

        new FuzzRun(HostileKind.EXPRESSION, 1, FIXED, PER_BYTE).tryAll(random -> {
            int first = random.nextInt(VALUES.size());
            var binding = new Binding(reference -> {
                var value = VALUES.get((first + reference.argument().length()) % VALUES.size());
                return (message, fields) -> value;
            });
            boolean isTemplate = random.nextInt(4) == 0;
            var text = isTemplate ? templates.nextText(random) : expressions.nextText(random);
            return HostileInput.of(text, () -> {
                var source = isTemplate ? template(binding, text) : expression(binding, text);
                return source != null && isCalculated(source);
            });
        });
    }

    private static @Nullable ValueSource expression(Binding binding, String text) {
        Expression expression;
        try {
            expression = Expression.parse(text);
        } catch (IllegalArgumentException e) {
            return assertRefused(e);
        }
        assertThat(expression.references().map(Reference::field).count()).isNotNegative();
        return binding.bind(expression);
    }

    private static @Nullable ValueSource template(Binding binding, String text) {
        Template template;
        try {
            template = Template.parse(text);
        } catch (IllegalArgumentException e) {
            return assertRefused(e);
        }
        return template.bind(binding);
    }

    /** A subclass would be a defect that happens to be one, such as a number that can't be read. */
    private static @Nullable ValueSource assertRefused(IllegalArgumentException e) {
        assertThat(e).isExactlyInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("can't be read: ");
        return null;
    }

    private static boolean isCalculated(ValueSource source) {
        try {
            var value = source.value(MESSAGE, new Object[0]);
            if (value != null && value != Decoder.MISSING && !(value instanceof BigDecimal)) {
                assertThat(ValueText.of(value)).isNotNull();
            }
        } catch (ConversionException e) {
            assertThat(e).hasMessageStartingWith("\"");
        }
        try {
            new Condition(source).holds(MESSAGE, new Object[0]);
        } catch (ConversionException e) {
            assertThat(e).hasMessageStartingWith("\"");
        }
        return true;
    }

    @Test
    void shouldRefusePatternsThatTakeTooMuchMemory() {
        var nested = "(".repeat(20_000) + ")".repeat(20_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expression.parse("matches('x', '" + nested + "')"))
                .withMessageEndingWith("has a pattern of more than 1000 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expression.parse("regex('x', '(((a{1000}){1,1000}){50,})')"))
                .withMessageEndingWith(
                        "has a pattern that has more than 100000 parts when its repetitions are written out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expression.parse("format-time(1, '" + "[".repeat(10_000) + "')"))
                .withMessageEndingWith("has a pattern of more than 200 characters");
        assertThat(Expression.parse("format-time(1, '" + "[".repeat(199) + "u')"))
                .isNotNull();
        assertThat(Expression.parse("matches('x', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')"))
                .isNotNull();
    }

    @Test
    void shouldReadStatementsOrRefuse() {
        var statements = HostileBytes.ofTexts(STATEMENTS);

        new FuzzRun(HostileKind.STATEMENT, 1, FIXED, PER_BYTE).tryAll(random -> {
            var text = statements.nextText(random);
            return HostileInput.of(text, () -> {
                try {
                    assertThat(StatementTemplate.parse(text).values()).isNotNull();
                    return true;
                } catch (IllegalArgumentException e) {
                    assertRefused(e);
                    return false;
                }
            });
        });
    }
}
