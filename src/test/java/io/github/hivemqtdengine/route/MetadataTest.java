// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.ARRIVAL_MICROS;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.RAW;
import static io.github.hivemqtdengine.route.Samples.bareMessage;
import static io.github.hivemqtdengine.route.Samples.mapping;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.route;
import static io.github.hivemqtdengine.route.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata of MQTT in mappings, and HiveMQ's names for it in statements. */
class MetadataTest {

    private static final MappingEvents EVENTS = (event, subject) -> {};

    private static final Metadata FACTS = new Metadata(
            "r-7 ü".getBytes(StandardCharsets.UTF_8), 1, 4_711, "10.0.0.7", "tls", "3.1.1", "press 7", "node-1");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "${mqtt-user-properties-json}|[{\"name\":\"unit\",\"value\":\"V\"}]",
                "${mqtt-correlation-data}|ci03IMO8",
                "${mqtt-correlation-data-base64}|ci03IMO8",
                "${mqtt-correlation-data-utf8}|r-7 ü",
                "${mqtt-payload-format-indicator}|1",
                "${mqtt-payload-size}|4",
                "${mqtt-packet-id}|4711",
                "${client-address}|10.0.0.7",
                "${client-listener}|tls",
                "${client-mqtt-version}|3.1.1",
                "${client-certificate-cn}|press 7",
                "${broker-node}|node-1",
                "${if(client-mqtt-version = '5', 'new', 'old')} ${mqtt-packet-id + 1}|old 4712"
            })
    void shouldFollowEveryReference(String template, String expected) throws Exception {
        var route = mapping(RAW, value("v", "VARCHAR(64)", template));

        assertThat(only(route, message("23.5").with(FACTS)).column(0)).isEqualTo(expected);
    }

    @Test
    void shouldStoreCorrelationDataAsBytes() throws Exception {
        var route = mapping(RAW, value("v", "VARBINARY(64)", "${mqtt-correlation-data}"));
        var data = new byte[] {0, -1, 7};

        assertThat(only(route, message("x").with(new Metadata(data, null, null, null, null, null, null, null)))
                        .column(0))
                .isEqualTo(data);
    }

    @Test
    void shouldKeepTheOrderAndTheRepetitionsOfUserProperties() throws Exception {
        var properties = Mqtt5Properties.of(
                null,
                null,
                null,
                List.of(new UserProperty("b", "1"), new UserProperty("a", "\"\n温"), new UserProperty("b", "")));
        var message = new InboundMessage("a/b/c", new byte[0], "c", null, 0, false, false, properties, ARRIVAL_MICROS);

        assertThat(only(mapping(RAW, value("v", "VARCHAR(200)", "${mqtt-user-properties-json}")), message)
                        .column(0))
                .isEqualTo("[{\"name\":\"b\",\"value\":\"1\"},{\"name\":\"a\",\"value\":\"\\\"\\n温\"},"
                        + "{\"name\":\"b\",\"value\":\"\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${mqtt-user-properties-json}",
                "${mqtt-correlation-data}",
                "${mqtt-correlation-data-base64}",
                "${mqtt-correlation-data-utf8}",
                "${mqtt-payload-format-indicator}",
                "${mqtt-packet-id}",
                "${client-address}",
                "${client-listener}",
                "${client-mqtt-version}",
                "${client-certificate-cn}",
                "${broker-node}"
            })
    void shouldTreatAFactThatIsNotKeptAsMissing(String template) {
        var route = mapping(RAW, value("v", "VARCHAR(64)", template));

        assertThatThrownBy(() -> route.rows(bareMessage("a/b/c"), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(DeadLetterReason.MISSING));
    }

    @Test
    void shouldRefuseCorrelationDataThatIsNotUtf8AsText() {
        var route = mapping(RAW, value("v", "VARCHAR(64)", "${mqtt-correlation-data-utf8}"));
        var binary = new Metadata(new byte[] {-1}, null, null, null, null, null, null, null);

        assertThatThrownBy(() -> route.rows(bareMessage("a/b/c").with(binary), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(DeadLetterReason.TYPE_MISMATCH))
                .hasMessageContaining("\"/w==\" (in base64) is not UTF-8");
    }

    @Test
    void shouldNeedOnlyTheFactsThatItRefersTo() {
        assertThat(mapping(RAW, value("v", "INT", "1")).intake().facts()).isEmpty();
        assertThat(mapping(RAW, value("v", "INT", "${mqtt-payload-size + length(mqtt-user-properties-json)}"))
                        .intake()
                        .facts())
                .isEmpty();
        assertThat(mapping(RAW, value("v", "INT", "${coalesce(mqtt-packet-id, 0)}"))
                        .intake()
                        .facts())
                .containsExactly(Fact.PACKET_ID);
        assertThat(RouteCompiler.compile(
                                route(RAW, "m_${client-listener}", ARRIVAL, value("v", "VARCHAR(9)", "${broker-node}")))
                        .intake()
                        .facts())
                .containsExactlyInAnyOrder(Fact.CLIENT_LISTENER, Fact.BROKER_NODE);
        assertThat(statement("${mqtt-correlation-data-base64}").intake().facts())
                .containsExactly(Fact.CORRELATION_DATA);
    }

    @Test
    void shouldNeedWhatOneOfItsRoutesRefersTo() {
        var none = mapping(RAW, value("v", "INT", "1"));
        var one = mapping(RAW, value("v", "VARCHAR(9)", "${broker-node}"));
        var other = mapping(RAW, value("v", "VARCHAR(9)", "${client-listener}"));

        assertThat(Route.factsOf(List.of(none, none))).isEmpty();
        assertThat(Route.factsOf(List.of(none, one, none)))
                .isSameAs(one.intake().facts());
        assertThat(Route.factsOf(List.of(one, none, other)))
                .containsExactlyInAnyOrder(Fact.CLIENT_LISTENER, Fact.BROKER_NODE);
        assertThat(one.intake().facts()).containsExactly(Fact.BROKER_NODE);
    }

    /** A template of HiveMQ's extension for PostgreSQL, as its users publish them. */
    @Test
    void shouldFollowHiveMqsNamesInAStatement() throws Exception {
        var route =
                statement("${mqtt-topic}, ${mqtt-payload-utf8}, ${mqtt-payload-base64}, ${mqtt-qos}, ${mqtt-retain},"
                        + " ${mqtt-packet-id}, ${mqtt-payload-format-indicator}, ${mqtt-response-topic},"
                        + " ${mqtt-correlation-data-utf8}, ${mqtt-correlation-data-base64}, ${mqtt-user-properties-json},"
                        + " ${timestamp}, ${timestamp-ms}, ${timestamp-iso-8601}");

        assertThat(only(route, message("{\"ü\":1}").with(FACTS)).values())
                .containsExactly(
                        "site/berlin/meter/7",
                        "{\"ü\":1}",
                        "eyLDvCI6MX0=",
                        1L,
                        true,
                        4_711L,
                        1L,
                        "answers",
                        "r-7 ü",
                        "ci03IMO8",
                        "[{\"name\":\"unit\",\"value\":\"V\"}]",
                        Instant.EPOCH.plus(ARRIVAL_MICROS, ChronoUnit.MICROS),
                        ARRIVAL_MICROS / 1_000,
                        "2023-11-14T22:13:20.123456Z");
    }

    private static Route statement(String values) {
        return Samples.statement(JSON, values, ValueErrors.DEAD_LETTER);
    }

    private static Row only(Route route, InboundMessage message) throws MappingException {
        var rows = route.rows(message, EVENTS);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }
}
