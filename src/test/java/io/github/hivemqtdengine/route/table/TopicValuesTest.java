package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicValuesTest {

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
    void shouldConvertTheValuesOfEveryMessageIfItsSubtableDependsOnMoreThanTheTopic() throws Exception {
        var route = route("m_${payload:/v}", value("site", "VARCHAR(64)", "${mqtt-topic:site}"));

        assertThat(row(route, "site/berlin/meter/7", 1).subtable()).isEqualTo("m_1");
        assertThat(row(route, "site/berlin/meter/7", 2).subtable()).isEqualTo("m_2");
        assertThat(row(route, "site/bonn/meter/7", 2).column(0)).isEqualTo("bonn");
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

    @Test
    void shouldKnowItsSize() {
        var values = new TopicValues("name", new Object[] {"text", 1L, new byte[100], Decoder.MISSING});

        assertThat(values.bytes()).isEqualTo(5 * 40 + 40 + 4 + 4 + 100);
    }

    private static Route route(String subtable, ValueSettings... columns) {
        return Route.of(Samples.route(Samples.JSON, subtable, Samples.ARRIVAL, columns));
    }

    private Row row(Route route, String topic, int v) throws MappingException {
        return route.rows(Samples.message(topic, "{\"v\":" + v + "}"), events).get(0);
    }
}
