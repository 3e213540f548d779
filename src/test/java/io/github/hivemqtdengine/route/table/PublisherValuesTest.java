// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublisherValuesTest {

    private static final String SUBTABLE = "m_${mqtt-topic:meter}";

    private final EventCounts events = new EventCounts();

    @Test
    void shouldConvertTheValuesOfATopicOnce() throws Exception {
        var route = route(
                SUBTABLE, value("site", "VARCHAR(64)", "${mqtt-topic:site}"), value("v", "BIGINT", "${payload:/v}"));

        var first = row(route, "site/berlin/meter/7", 1);
        var second = row(route, "site/berlin/meter/7", 2);
        var other = row(route, "site/bonn/meter/7", 3);

        assertThat(List.of(first.column(0), first.column(1))).isEqualTo(List.of("berlin", 1L));
        assertThat(List.of(second.column(0), second.column(1))).isEqualTo(List.of("berlin", 2L));
        assertThat(second.column(0)).isSameAs(first.column(0));
        assertThat(second.subtable()).isSameAs(first.subtable());
        assertThat(List.of(other.column(0), other.column(1))).isEqualTo(List.of("bonn", 3L));
    }

    @Test
    void shouldNameTheSubtableOfEveryRowIfItDependsOnThePayload() throws Exception {
        var route = route("m_${payload:/v}", value("site", "VARCHAR(64)", "${mqtt-topic:site}"));

        assertThat(row(route, "site/berlin/meter/7", 1).subtable()).isEqualTo("m_1");
        assertThat(row(route, "site/berlin/meter/7", 2).subtable()).isEqualTo("m_2");
        assertThat(row(route, "site/bonn/meter/7", 2).column(0)).isEqualTo("bonn");
    }

    @Test
    void shouldConvertTheValuesOfAClientOnce() throws Exception {
        var route = route(
                "c_${mqtt-client-id}",
                value("client", "VARCHAR(64)", "${mqtt-client-id}"),
                value("site", "VARCHAR(64)", "${mqtt-topic:site}"));

        var first = row(route, "one", "site/berlin/meter/7");
        var again = row(route, "one", "site/berlin/meter/7");
        var otherClient = row(route, "two", "site/berlin/meter/7");
        var otherTopic = row(route, "one", "site/bonn/meter/7");

        assertThat(again.subtable()).isSameAs(first.subtable());
        assertThat(again.column(0)).isSameAs(first.column(0));
        assertThat(List.of(otherClient.subtable(), otherClient.column(0), otherClient.column(1)))
                .isEqualTo(List.of("c_two", "two", "berlin"));
        assertThat(List.of(otherTopic.subtable(), otherTopic.column(0), otherTopic.column(1)))
                .isEqualTo(List.of("c_one", "one", "bonn"));
    }

    @Test
    void shouldTellClientsOfOneSubtableApart() throws Exception {
        var route = route(SUBTABLE, value("client", "VARCHAR(64)", "${mqtt-client-id}"));

        assertThat(row(route, "one", "site/berlin/meter/7").column(0)).isEqualTo("one");
        assertThat(row(route, "two", "site/berlin/meter/7").column(0)).isEqualTo("two");
    }

    @Test
    void shouldCountAReplacedValueOfEveryMessage() throws Exception {
        var route = route(
                SUBTABLE,
                value("place", "INT", "${mqtt-topic:site}", "5", OnError.DEAD_LETTER, OnError.DEFAULT),
                value("rest", "VARCHAR(3)", "${mqtt-topic:site}", null, OnError.DEAD_LETTER, OnError.TRUNCATE),
                value("level", "INT", "${mqtt-topic:9}", null, OnError.NULL, OnError.DEAD_LETTER));

        for (int i = 1; i <= 3; i++) {
            var row = row(route, "site/berlin/meter/7", i);

            assertThat(row.column(0)).isEqualTo(5L);
            assertThat(row.column(1)).isEqualTo("ber");
            assertThat(row.column(2)).isNull();
            assertThat(events.of(MappingEvent.VALUES_DEFAULTED)).isEqualTo(i);
            assertThat(events.of(MappingEvent.VALUES_TRUNCATED)).isEqualTo(i);
            assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(i);
        }
    }

    @Test
    void shouldRejectEveryMessageOfATopicThatDoesNotFit() throws Exception {
        var route = route(SUBTABLE, value("site", "VARCHAR(4)", "${mqtt-topic:site}"));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> row(route, "site/berlin/meter/7", 1))
                    .isInstanceOf(MappingException.class)
                    .hasMessageContaining("Column \"site\"");
            assertThat(row(route, "site/bonn/meter/7", 1).column(0)).isEqualTo("bonn");
        }
    }

    /** A client must not make a message expensive by the product of its topic's length and its records. */
    @ParameterizedTest
    @EnumSource(names = {"NULL", "TRUNCATE", "SKIP_ROW"})
    void shouldConvertALongTopicOnceForAllRowsOfAMessage(OnError onLength) throws Exception {
        var route = RouteCompiler.compile(Samples.route(
                new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD.ofList()),
                "x_${payload:/v}",
                Samples.ARRIVAL,
                value("rest", "VARCHAR(9)", "${mqtt-topic:2..}", null, OnError.DEAD_LETTER, onLength)));
        var message = Samples.message("site/" + "x".repeat(60_000), "[" + "{\"v\":1},".repeat(9_999) + "{\"v\":1}]");
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        var rows = route.rows(message, events);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000_000);
        assertThat(rows).hasSize(onLength == OnError.SKIP_ROW ? 0 : 10_000);
    }

    @Test
    void shouldKnowItsSize() {
        var values = new PublisherValues(List.of(
                counted -> "name",
                counted -> "text",
                counted -> 1L,
                counted -> new byte[100],
                counted -> {
                    throw new MappingException(DeadLetterReason.LENGTH, "too long", OnError.DROP);
                },
                counted -> {
                    counted.count(MappingEvent.VALUES_TRUNCATED, "c");
                    return "cut";
                }));

        assertThat(values.bytes())
                .isEqualTo(40 + (40 + 44) + (40 + 44) + (40 + 40) + (40 + 140) + (40 + 40 + 48) + (40 + 43));
    }

    /** A client must not make a message expensive by the product of the length of one value and its records. */
    @ParameterizedTest
    @ValueSource(strings = {"x_${mqtt-topic}_${payload:/v}", "x_${payload:/v}_${mqtt-topic}", "x_${payload:/v}"})
    void shouldReadALongValueOnceForAllRowsOfAMessage(String subtable) throws Exception {
        var route = RouteCompiler.compile(Samples.route(
                new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD.ofList()),
                subtable,
                Samples.ARRIVAL,
                value("note", "VARCHAR(9)", "${mqtt-user-property:note}", null, OnError.DEAD_LETTER, OnError.TRUNCATE),
                value("upper", "VARCHAR(9)", "${upper(mqtt-topic:2)}", null, OnError.DEAD_LETTER, OnError.TRUNCATE)));
        var records =
                IntStream.range(0, 10_000).mapToObj(i -> "{\"v\":" + i + "}").collect(Collectors.joining(","));
        var message = new InboundMessage(
                "site/" + "x".repeat(60_000),
                ("[" + records + "]").getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.of(null, null, null, List.of(new UserProperty("note", "n".repeat(60_000)))),
                1);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        var rows = route.rows(message, events);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000_000);
        assertThat(rows).hasSize(10_000).extracting(Row::subtable).doesNotHaveDuplicates();
        assertThat(rows).allSatisfy(row -> assertThat(row.column(0)).isEqualTo("nnnnnnnnn"));
        assertThat(events.of(MappingEvent.VALUES_TRUNCATED)).isEqualTo(20_000);
    }

    private static Route route(String subtable, ValueSettings... columns) {
        return RouteCompiler.compile(Samples.route(Samples.JSON, subtable, Samples.ARRIVAL, columns));
    }

    private Row row(Route route, String topic, int v) throws MappingException {
        return route.rows(Samples.message(topic, "{\"v\":" + v + "}"), events).get(0);
    }

    private Row row(Route route, String client, String topic) throws MappingException {
        return route.rows(Samples.messageOf(client, topic, "{}"), events).get(0);
    }
}
