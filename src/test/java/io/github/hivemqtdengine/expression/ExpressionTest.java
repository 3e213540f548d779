// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

    private static final Map<String, Object> FIELDS = new HashMap<>();

    static {
        FIELDS.put("/name", "Pump-7");
        FIELDS.put("/on", true);
        FIELDS.put("/state", "ON");
        FIELDS.put("/t", 215L);
        FIELDS.put("/v", new BigDecimal("1.5"));
        FIELDS.put("/digits", "42");
        FIELDS.put("/null", null);
        FIELDS.put("/list", Structure.ofJson("[1,2]"));
        FIELDS.put("/huge", new BigDecimal("1e999999999"));
        FIELDS.put("/tiny", new BigDecimal("1e-999999999"));
        FIELDS.put("/when", "31.12.2025 23:30");
        FIELDS.put("/emoji", "a😀b");
        FIELDS.put("/half", "\ud83d");
        FIELDS.put("/nan", Double.NaN);
        FIELDS.put("/float", 1.5f);
        FIELDS.put("/json", "{\"t\": 21.50, \"s\": \"x\", \"o\": {\"a/b\": [1, null]}}");
    }

    private static final InboundMessage MESSAGE = new InboundMessage(
            "site/berlin/meter/7",
            new byte[0],
            "client-1",
            "user-1",
            1,
            false,
            false,
            Mqtt5Properties.NONE,
            1_700_000_000_123_456L);

    private static @Nullable Object value(String expression) throws ConversionException {
        return new Binding(reference -> switch (reference.kind()) {
                    case PAYLOAD ->
                        (message, fields) -> FIELDS.containsKey(reference.argument())
                                ? FIELDS.get(reference.argument())
                                : Decoder.MISSING;
                    case MQTT_TOPIC -> (message, fields) -> message.topic();
                    case MQTT_QOS -> (message, fields) -> (long) message.qos();
                    case ARRIVAL_TIME -> (message, fields) -> Instant.ofEpochSecond(1_700_000_000, 123_456_000);
                    default -> throw new IllegalArgumentException("not here");
                })
                .bind(Expression.parse(expression))
                .value(MESSAGE, new Object[0]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 + 2 * 3|7",
                "(1 + 2) * 3|9",
                "10 - 4 - 3|3",
                "-payload:/t|-215",
                "payload:/t * 0.1|21.5",
                "0.1 * 3|0.3",
                "7 / 2|3.5",
                "8 / 4 / 2|1",
                "1 / 3|0.3333333333333333333333333333333333",
                "payload:/digits + 1|43",
                "payload:/t - 200|15",
                "2e3|2000",
                "round(2.5)|3",
                "round(-2.5)|-3",
                "round(payload:/v * 1.111, 2)|1.67",
                "abs(-3)|3",
                "min(3, payload:/v, 2)|1.5",
                "max(3, payload:/t)|215",
                "number('12.50')|12.50",
                "from-hex('0xFF')|255",
                "hex(' 0A1b2c3d ')|ChssPQ==",
                "hex('0x0A1b2c3d')|ChssPQ==",
                "hex(text(12))|Eg==",
                "base64('ChssPQ==')|ChssPQ==",
                "base64('ChssPQ')|ChssPQ==",
                "base64('-_8')|+/8=",
                "base64(hex('0a1b2c3d'))|ChssPQ==",
                "json(payload:/json, '/t')|21.50",
                "json(payload:/json, '/s')|x",
                "json(payload:/json, '/o')|{\"a/b\": [1, null]}",
                "json(json(payload:/json, '/o'), '/a~1b/0') + 1|2",
                "json(payload:/list, '/1')|2",
                "json(' 7 ', '')|7",
                "try(number(payload:/name), -1)|-1",
                "try(number(payload:/digits), -1)|42",
                "try(payload:/missing, 'else')|else",
                "try(payload:/null, 'else')|else",
                "try(json(payload:/name, '/t'), payload:/t)|215",
                "try(try(payload:/name * 1, payload:/missing), 3)|3",
                "lower(payload:/name)|pump-7",
                "upper('straße')|STRASSE",
                "trim('  x ')|x",
                "concat(payload:/name, '/', payload:/t)|Pump-7/215",
                "replace('a.b.c', '.', '_')|a_b_c",
                "substring('abcdef', 2, 3)|bcd",
                "substring('abcdef', -2)|ef",
                "substring(payload:/emoji, 2, 1)|😀",
                "substring('ab', 9)|``",
                "split('a/b/c', '/', 2)|b",
                "split('a/b/c', '/', -1)|c",
                "split('a/b/c', '/', -3)|a",
                "split('abc', '/', 1)|abc",
                "split('/a', '/', -2)|``",
                "length(payload:/emoji)|3",
                "regex(payload:/name, '([A-Za-z]+)-([0-9]+)', 2)|7",
                "regex(payload:/name, '[0-9]')|7",
                "hash('ab', 'c')|430fb1b4ac43316e",
                "text(payload:/list)|[1,2]",
                "if(payload:/on, 'yes', 'no')|yes",
                "if(payload:/missing, 'yes', 'no')|no",
                "switch(payload:/state, 'OFF', 0, 'ON', 1)|1",
                "switch(payload:/missing, 'OFF', 0, 9)|9",
                "coalesce(payload:/missing, payload:/null, payload:/t)|215",
                "'it''s'|it's",
                "\"a'b\"|a'b",
                "format-time(arrival-time, 'yyyyMMdd')|20231114",
                "format-time('2024-05-01T22:30:00Z', 'dd HH:mm', 'Asia/Shanghai')|02 06:30"
            })
    void shouldCalculate(String expression, String value) throws ConversionException {
        assertThat(ValueText.of(Objects.requireNonNull(value(expression)))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is-number(payload:/t) and is-number(payload:/v) and is-number(payload:/float)",
                "not is-number(payload:/digits) and not is-number(payload:/nan) and not is-number(payload:/on)",
                "not is-number(payload:/missing) and not is-number(payload:/null) and not is-number(payload:/list)",
                "is-text(payload:/name) and not is-text(payload:/t) and not is-text(payload:/missing)",
                "is-bool(payload:/on) and not is-bool(payload:/state) and not is-bool(payload:/null)",
                "try(payload:/name > 1, true)",
                "try(number(payload:/name), null) = null",
                "payload:/t = 215",
                "payload:/t=215",
                "payload:/t = '215'",
                "payload:/digits = 42.0",
                "payload:/t != 'x'",
                "payload:/name = 'Pump-7' and payload:/t > 200",
                "payload:/name = 'x' or not payload:/off",
                "payload:/v lt 2 and payload:/v le 1.5 and payload:/v gt 1 and payload:/v ge 1.5",
                "payload:/v < 2 and payload:/v <= 1.5 and payload:/v >= 1.5",
                "not (payload:/t > 1000)",
                "payload:/missing = null",
                "payload:/null = null",
                "payload:/t != null",
                "not payload:/missing > 5",
                "not payload:/missing < 5",
                "exists(payload:/t) and not exists(payload:/null) and not exists(payload:/missing)",
                "one-of(payload:/state, 'OFF', 'ON')",
                "matches(payload:/name, '[A-Z][a-z]+-[0-9]')",
                "not matches(payload:/name, 'Pump')",
                "contains(mqtt-topic, 'berlin') and starts-with(mqtt-topic, 'site/') and ends-with(mqtt-topic, '7')",
                "bit(5, 0) and not bit(5, 1) and bit(-1, 63)",
                "payload:/on = true",
                "payload:/on = 'true'",
                "'b' > 'a'",
                "arrival-time > time('2020-01-01T00:00:00Z')",
                "payload:/huge > payload:/t and payload:/tiny < payload:/t",
                "mqtt-qos = 1",
                "time('2024-05-01T12:00:00Z') = '2024-05-01T14:00:00+02:00'",
                "time('2024-05-01T12:00:00.0000001Z') != time('2024-05-01T12:00:00.0000002Z')",
                "time('2024-05-01T12:00:00Z') != 'noon' and time('2024-05-01T12:00:00Z') != 5",
                "arrival-time > '2020-01-01T00:00:00Z'"
            })
    void shouldHold(String condition) throws ConversionException {
        assertThat(value(condition)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payload:/missing + 1",
                "lower(payload:/missing)",
                "split('a', '/', 2)",
                "split('a', '/', -2)",
                "regex('abc', '[0-9]')",
                "switch(payload:/state, 'x', 1)",
                "if(true, payload:/missing, 1)",
                "coalesce(payload:/missing)"
            })
    void shouldLackAValueWhereOneIsMissing(String expression) throws ConversionException {
        assertThat(value(expression)).isSameAs(Decoder.MISSING);
    }

    @Test
    void shouldKeepNull() throws ConversionException {
        assertThat(value("upper(payload:/null)")).isNull();
        assertThat(value("null")).isNull();
    }

    @Test
    void shouldLookAtNoMoreThanItNeeds() throws ConversionException {
        assertThat(value("if(payload:/on, 1, 1 / 0)")).isEqualTo(1L);
        assertThat(value("coalesce(1, 1 / 0)")).isEqualTo(1L);
        assertThat(value("payload:/t = 1 and 1 / 0 = 1")).isEqualTo(false);
        assertThat(value("payload:/t = 215 or 1 / 0 = 1")).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "payload:/name + 1|\"Pump-7\" is not a number",
                "payload:/name > 1|\"Pump-7\" is not a number",
                "payload:/t / 0|\"215\" / 0 has no value",
                "payload:/huge + 1|too large or too small to calculate with",
                "round(payload:/huge)|too large or too small to calculate with",
                "round(payload:/tiny, 2)|too large or too small to calculate with",
                "not payload:/name|\"Pump-7\" is neither true nor false (or 1 or 0)",
                "hex('0a1')|\"0a1\" is not hexadecimal",
                "hex(payload:/name)|is not hexadecimal",
                "base64('A?')|is not Base64",
                "hex(12)|\"12\" is not text; if it is hexadecimal, convert it with text(...)",
                "base64(1234)|\"1234\" is not text; if it is Base64, convert it with text(...)",
                "base64(true)|\"true\" is not text",
                "time('2026-01-10', 'iso-8601', 'UTC')|\"2026-01-10\" is a date without a time of day",
                "time('2026-01-10T22:55,5', 'iso-8601', 'UTC')|has no seconds before the fraction",
                "time('2026-03-29 02:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin', 'reject')|does not exist in Europe/Berlin",
                "not payload:/t|is neither true nor false",
                "bit(payload:/v, 1)|is not a whole number",
                "from-hex('xyz')|is not a hexadecimal number",
                "time(payload:/name)|is not an ISO 8601 time",
                "time(payload:/name, 'dd.MM.yyyy', 'UTC')|\"Pump-7\" is not a time of the pattern dd.MM.yyyy",
                "time('31.06.2025', 'dd.MM.yyyy', 'UTC')|is not a time of the pattern dd.MM.yyyy",
                "time(payload:/name, 'iso-8601', 'UTC')|is not a time of the pattern iso-8601",
                "json(payload:/name, '/t')|\"Pump-7\" is not JSON text",
                "json('', '/t')|is not JSON text",
                "json('{\"t\":1} 2', '/t')|is not JSON text",
                "json('{\"t\":nan}', '/t')|is not JSON text",
                "json(payload:/half, '')|is not JSON text",
                "try(payload:/name + 1, payload:/name + 2)|is not a number",
                "unix-time(payload:/huge, 's')|too large or too small to calculate with",
                "unix-time(payload:/tiny, 'ns')|too large or too small to calculate with",
                "unix-time(1e11, 's')|is outside 1677 to 2262",
                "time('+999999999-12-31 23:59:59-18:00', 'yyyy-MM-dd HH:mm:ssXXX')|is outside 1677 to 2262",
                "time('2024-05-01 12:00', 'yyyy-MM-dd HH:mm[XXX]')|is not a time of the pattern yyyy-MM-dd HH:mm[XXX]",
                "time('2024-05-01 14', 'yyyy-MM-dd[ HH][ hh]', 'UTC') > 'x'|is not an ISO 8601 time",
                "hash(payload:/half)|has U+0000 or half a surrogate pair"
            })
    void shouldRefuseWhatItCanNotWorkWith(String expression, String sentence) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOf(ConversionException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldReadTimes() throws ConversionException {
        assertThat(value("time(payload:/when, 'dd.MM.yyyy HH:mm', 'Asia/Shanghai')"))
                .isEqualTo(Instant.parse("2025-12-31T15:30:00Z"));
        assertThat(value("time('2025-07-01T12:00:00.25', 'iso-8601', 'Europe/Berlin')"))
                .isEqualTo(Instant.parse("2025-07-01T10:00:00.25Z"));
        assertThat(value("time('2025-07-01T12:00+01:00', 'iso-8601', 'Europe/Berlin')"))
                .isEqualTo(Instant.parse("2025-07-01T11:00:00Z"));
        assertThat(value("format-time('2025-07-01T12:00:00.25Z', 'iso-8601', 'Asia/Shanghai')"))
                .isEqualTo("2025-07-01T20:00:00.25+08:00");
        assertThat(value("time('2025-12-31 23:30 +0100', 'yyyy-MM-dd HH:mm Z')"))
                .isEqualTo(Instant.parse("2025-12-31T22:30:00Z"));
        assertThat(value("time('2 Mar 2025', 'd MMM yyyy', 'UTC')")).isEqualTo(Instant.parse("2025-03-02T00:00:00Z"));
        assertThat(value("time('2024-05-01T12:00:00+02:00')")).isEqualTo(Instant.parse("2024-05-01T10:00:00Z"));
        assertThat(value("unix-time(1700000000.25, 's')")).isEqualTo(Instant.parse("2023-11-14T22:13:20.250Z"));
        assertThat(value("unix-time('1700000000123456789', 'ns')"))
                .isEqualTo(Instant.parse("2023-11-14T22:13:20.123456789Z"));
        assertThat(value("unix-time(-1, 'ms')")).isEqualTo(Instant.parse("1969-12-31T23:59:59.999Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-10-25T02:30:00, earlier, 2026-10-25T00:30:00Z",
        "2026-10-25T02:30:00, later, 2026-10-25T01:30:00Z",
        "2026-10-25T02:30:00+02:00, reject, 2026-10-25T00:30:00Z",
        "2026-10-25T01:59:59, reject, 2026-10-24T23:59:59Z",
        "2026-10-25T03:00:00, later, 2026-10-25T02:00:00Z",
        "2026-03-29T02:30:00, earlier, 2026-03-29T01:30:00Z",
        "2026-03-29T02:30:00, later, 2026-03-29T01:30:00Z",
        "2026-03-29T03:00:00, reject, 2026-03-29T01:00:00Z"
    })
    void shouldChooseWhereClocksAreChanged(String text, String overlap, Instant time) throws ConversionException {
        var call = "time('" + text + "', 'iso-8601', 'Europe/Berlin', '" + overlap + "')";

        assertThat(value(call)).isEqualTo(time);
        if (text.length() == "2026-10-25T02:30:00".length()) {
            assertThat(value(call.replace("iso-8601", "yyyy-MM-dd\"T\"HH:mm:ss").replace("\"T\"", "''T''")))
                    .isEqualTo(time);
        }
        if (overlap.equals("earlier")) {
            assertThat(value(call.replace(", 'earlier'", ""))).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-10-25T02:30:00, exists twice in Europe/Berlin: clocks are put back then",
        "2026-10-25T02:00:00, exists twice in Europe/Berlin: clocks are put back then",
        "2026-03-29T02:00:00, does not exist in Europe/Berlin: clocks are put forward then"
    })
    void shouldRejectWhatAZoneHasTwiceOrNotAtAll(String text, String sentence) {
        assertThatThrownBy(() -> value("time('" + text + "', 'iso-8601', 'Europe/Berlin', 'reject')"))
                .isInstanceOf(ConversionException.class)
                .hasMessage("\"" + text + "\" " + sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 +|index 3 is the end where a value is expected",
                "1 2|index 2 is \"2\" where the end of the expression is expected",
                "lowr('x')|index 0 is not a function; did you mean lower(...)?",
                "1 + lower()|index 4 calls lower with 0 arguments; it takes 1",
                "if(1, 2)|index 0 calls if with 2 arguments; it takes 3",
                "'abc|index 0 opens a string whose quote never closes",
                "payload:'/a|index 8 opens a string whose quote never closes",
                "1 & 2|index 2 begins with the character &, which has no meaning here",
                "payload:/a (b)|index 11 is \"(\" where the end of the expression is expected; names with such",
                "regex('a', '(')|index 0 (regex) has a pattern that can't be read",
                "regex('a', payload:/p)|index 0 (regex) needs a string in quotes as its argument number 2",
                "regex('a', 'b', 1)|index 0 (regex) needs a whole number from 0 to 0 as its argument number 3",
                "split('a', '', 1)|index 0 (split) needs a text that is not empty as its argument number 2",
                "split('a', ',', 0)|index 0 (split) counts parts from 1",
                "substring('a', 0)|index 0 (substring) counts characters from 1",
                "time('a', 'HH')|index 0 (time) needs the zone that the time is in as its argument number 3",
                "time('a', '{', 'UTC')|index 0 (time) has a pattern that can't be read",
                "time('a', 'yyypMMdd', 'UTC')|index 0 (time) has a pattern that can't be read",
                "time('a', 'HH:mm', 'UTC')|index 0 (time) has a pattern that makes no whole time",
                "time('a', 'yyyy-MM-dd hh:mm', 'UTC')|index 0 (time) has a pattern that makes no whole time",
                "time('a', 'yyyy-MM-dd HH:ss', 'UTC')|index 0 (time) has a pattern that makes no whole time",
                "time('a', 'dd.MM.yyyy', 'UTC', 'first')|index 0 (time) needs 'earlier', 'later' or 'reject'",
                "json('{}', 't')|index 0 (json) needs a JSON Pointer like '/t' as its argument number 2",
                "json('{}', payload:/p)|index 0 (json) needs a string in quotes as its argument number 2",
                "try(1)|index 0 calls try with 1 arguments; it takes 2",
                "time('a', 'HH', 'Mars/Base')|index 0 (time) does not know the zone 'Mars/Base'",
                "unix-time(1, 'h')|index 0 (unix-time) needs the unit 's', 'ms', 'us' or 'ns'",
                "round(1, payload:/a)|index 0 (round) needs a whole number from 0 to 30 as its argument number 2",
                "bit(1, 64)|index 0 (bit) needs a whole number from 0 to 63",
                "mqtt-topc = 1|index 0 is not a reference; did you mean ${mqtt-topic}?",
                "1 < 2 < 3|index 6 is \"<\" where the end of the expression is expected"
            })
    void shouldPointAtWhatIsWrong(String expression, String sentence) {
        assertThatThrownBy(() -> Expression.parse(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldRefuseToNestWithoutEnd() {
        assertThatThrownBy(() -> Expression.parse("(".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is nested too deeply");
        assertThatThrownBy(() -> Expression.parse("not ".repeat(100_000) + "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is nested too deeply");
        assertThatThrownBy(() -> Expression.parse("- ".repeat(100_000) + "payload"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is nested too deeply");
    }

    @Test
    void shouldRefuseToGrowWithoutEnd() {
        assertThatThrownBy(() -> Expression.parse("mqtt-qos = 1" + " or mqtt-qos = 1".repeat(10_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is one operator too many, after 200 others; see one-of");
        assertThat(Expression.parse("0" + " + 1".repeat(200)).references()).isEmpty();
    }

    /** A pattern that makes engines with backtracking try for ever. */
    @Test
    @Timeout(60)
    void shouldTakeNoTimeForHostileTexts() throws ConversionException {
        assertThat(value("matches('" + "a".repeat(50_000) + "!', '(a+)+')")).isEqualTo(false);
    }

    @Test
    void shouldTellWhatItReads() {
        assertThat(Expression.parse("if(payload:/a > 1, lower(mqtt-topic:x), route-id)")
                        .references()
                        .toList())
                .isEqualTo(List.of(
                        Reference.of("payload", "/a"),
                        Reference.of("mqtt-topic", "x"),
                        Reference.of("route-id", null)));
    }

    @Test
    void shouldBeEqualToWhatReadsAlike() {
        assertThat(Expression.parse("payload:/a+1 > 2"))
                .isEqualTo(Expression.parse("payload:'/a' + 1 gt 2"))
                .isNotEqualTo(Expression.parse("payload:/a + 1 >= 2"));
    }
}
