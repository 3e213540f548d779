// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.bareMessage;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.route;
import static io.github.hivemqtdengine.route.Samples.value;
import static io.github.hivemqtdengine.route.Samples.withCondition;
import static io.github.hivemqtdengine.route.Samples.withTables;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntakeFilterTest {

    private static final PayloadSettings ROWS = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/r"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mqtt-topic = 'site/berlin/meter/7'",
                "mqtt-topic:site = 'berlin' and mqtt-topic:2 != 'x' and starts-with(mqtt-topic:3.., 'meter/')",
                "one-of(mqtt-client-id, 'client-0', 'client-1')",
                "lower(mqtt-user-name) = 'user-1' or mqtt-user-name = null",
                "mqtt-qos >= 1 and mqtt-retain and not mqtt-dup",
                "mqtt-content-type = 'text/plain'",
                "exists(mqtt-response-topic) and mqtt-message-expiry = 3600",
                "mqtt-user-property:unit = 'V'",
                "mqtt-payload-size <= 4",
                "client-listener = 'tls' and client-mqtt-version = '5' and substring(client-address, 1, 3) = '10.'",
                "client-certificate-cn = 'press 7' and broker-node = 'n' and mqtt-packet-id = 7",
                "if(route-id = 'meters', true, false)"
            })
    void shouldAdmitAndRefuseBeforeThePayloadIsThere(String where) {
        var route = routeOf(ROWS, where);
        var denying = routeOf(ROWS, "not (" + where + ")");
        var facts = new Metadata(null, null, 7, "10.0.0.7", "tls", "5", "press 7", "n");
        var header = message("").with(facts);

        assertThat(route.intake().filter().isNone()).isFalse();
        assertThat(route.intake().filter().admits(header, 4)).isTrue();
        assertThat(denying.intake().filter().admits(header, 4)).isFalse();
    }

    /** The payload is not known yet, or the value may take long. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "payload:/t > 30",
                "mqtt-qos = 1 and payload:/t > 30",
                "payload-root:/t = 1",
                "arrival-time > '2026-01-01T00:00:00Z'",
                "matches(mqtt-topic, '.*')",
                "regex(mqtt-client-id, '(x)') = 'x'",
                "replace(mqtt-topic, 'a', 'bb') = 'c'",
                "hash(mqtt-topic) = 'c'",
                "contains(mqtt-user-property:a, mqtt-user-property:b)",
                "mqtt-correlation-data-utf8 = 'x'",
                "length(mqtt-user-properties-json) > 3"
            })
    void shouldLeaveOtherConditionsToTheMapping(String where) {
        assertThat(routeOf(ROWS, where).intake().filter().isNone()).isTrue();
    }

    @Test
    void shouldRefuseOnlyIfEveryTableDoes() {
        var route = routeOf(ROWS, "mqtt-qos = 1", "mqtt-retain");
        var mixed = routeOf(ROWS, "mqtt-qos = 1", "payload:/t > 30");
        var open = routeOf(ROWS, "mqtt-qos = 1", null);

        assertThat(route.intake().filter().admits(message(""), 0)).isTrue();
        assertThat(route.intake().filter().admits(bareMessage("a/b/c"), 0)).isFalse();
        assertThat(mixed.intake().filter().isNone()).isTrue();
        assertThat(open.intake().filter().isNone()).isTrue();
        assertThat(routeOf(ROWS, (String) null).intake().filter().isNone()).isTrue();
    }

    /** The rules of on-error are those of the mapping. */
    @Test
    void shouldAdmitWhatItCanNotDecide() {
        assertThat(routeOf(ROWS, "mqtt-client-id > 3").intake().filter().admits(message(""), 0))
                .isTrue();
        assertThat(routeOf(ROWS, "mqtt-qos = 0", "mqtt-client-id > 3")
                        .intake()
                        .filter()
                        .admits(message(""), 0))
                .isTrue();
    }

    @Test
    void shouldAdmitEveryMessageOfAFormatThatKeepsAState() {
        var stateful = new PayloadSettings(new StatefulFormat(), RecordShape.ONE_RECORD);

        assertThat(routeOf(stateful, "mqtt-qos = 0").intake().filter().isNone()).isTrue();
    }

    /** Without a filter at the intake, as with capture on-ack, nothing differs but the time. */
    @Test
    void shouldNotDecodeWhatItRefuses() throws Exception {
        var route = routeOf(ROWS, "mqtt-qos = 0", "mqtt-payload-size < 3");
        var counts = new EventCounts();

        assertThat(route.rows(message("no JSON"), counts)).isEmpty();
        assertThat(route.decoded(message("no JSON")).records()).isEmpty();

        assertThat(counts.of(MappingEvent.ROWS_FILTERED)).isEqualTo(2);
        assertThat(counts.subjects()).containsExactly("t0", "t1");
    }

    @Test
    void shouldKeepTheConditionsOfEachTable() throws Exception {
        var route = routeOf(ROWS, "mqtt-qos = 0", "mqtt-qos = 1");
        var counts = new EventCounts();

        assertThat(route.rows(message("{\"r\":[{},{}]}"), counts))
                .extracting(row -> row.shape().superTable())
                .containsExactly("t1", "t1");
        assertThat(counts.of(MappingEvent.ROWS_FILTERED)).isEqualTo(2);
        assertThat(route.rows(message("{\"r\":[]}"), MappingEvents.NONE)).isEmpty();
    }

    /** @param wheres the condition of each table; {@code null} for none */
    private static Route routeOf(PayloadSettings payload, @Nullable String... wheres) {
        var like = route(payload, "m_${mqtt-topic:meter}", ARRIVAL, value("v", "INT", "1"));
        var table = like.tables().get(0);
        return RouteCompiler.compile(withTables(
                like.id(),
                like,
                IntStream.range(0, wheres.length)
                        .mapToObj(i -> withCondition(table, "t" + i, wheres[i], ValueErrors.DEAD_LETTER))
                        .toArray(TableSettings[]::new)));
    }

    private record StatefulFormat() implements PayloadFormat {

        @Override
        public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
            return new JsonFormat().decoder(fields, shape);
        }

        @Override
        public boolean hasFields() {
            return true;
        }

        @Override
        public boolean isStateful() {
            return true;
        }
    }
}
