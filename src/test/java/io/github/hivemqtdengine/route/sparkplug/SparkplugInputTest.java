// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.Rebirth;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.sparkplug.SequenceNumbers.SequenceMemory;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.Compressor;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Routes of Sparkplug B, which feed and read the memory of births. */
class SparkplugInputTest {

    private static final byte[] BIRTH = HexFormat.of()
            .parseHex(
                    "08819f97e5b73312170a08496e707574732f41100118809f97e5b733200b700112170a0474656d70100218809f97e5b733"
                            + "200150f4ffffff0f1801");
    private static final byte[] DATA = HexFormat.of().parseHex("08e8a697e5b733120c100218e8a697e5b73350f4011802");

    private final Births births = new Births();
    private final PayloadSettings metrics = new PayloadSettings(new SparkplugFormat(), RecordShape.rowsAt("/metrics"));

    /** The last BIRTH, and what was asked. */
    private static final class Births implements EdgeNodes {

        private final List<String> calls = new ArrayList<>();
        private @Nullable Birth last;

        @Override
        public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
            calls.add("learn " + topic.type() + " " + clientId + " " + arrivalMicros + " " + payload.length);
            try {
                last = Birth.parse(payload);
            } catch (Exception e) {
                last = null;
            }
        }

        @Override
        public void lost(SparkplugTopic topic, String clientId, long arrivalMicros) {
            calls.add("miss " + topic.type() + " " + clientId + " " + arrivalMicros);
        }

        @Override
        public void requestRebirth(SparkplugTopic topic, String clientId, long arrivalMicros, String cause) {
            calls.add("rebirth " + topic.group() + "/" + topic.node() + " " + arrivalMicros + " " + cause);
        }

        @Override
        public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
            calls.add("before " + topic.type() + " " + clientId + " " + arrivalMicros);
            var known = last;
            return new NodeState() {
                @Override
                public @Nullable Birth birth(@Nullable String device) {
                    return known;
                }

                @Override
                public List<String> bornDevices() {
                    return List.of();
                }

                @Override
                public boolean endsSession(long bdSeq) {
                    return true;
                }
            };
        }
    }

    private static InboundMessage message(String topic, byte[] payload, long arrivalMicros) {
        return new InboundMessage(topic, payload, "edge", null, 0, false, false, Mqtt5Properties.NONE, arrivalMicros);
    }

    private Route route(RouteSettings settings) {
        return RouteCompiler.compile(settings, SparkplugInput.of(settings, births, null), null);
    }

    private List<Row> rows(PayloadSettings payload, InboundMessage message) throws MappingException {
        var settings = Samples.route(
                payload,
                "m",
                Samples.ARRIVAL,
                Samples.value("name", "VARCHAR(20)", "${payload:/name}"),
                Samples.value("number", "VARCHAR(20)", "${payload:/value}"));
        return route(settings).rows(message, MappingEvents.NONE);
    }

    @Test
    void shouldLearnBirthsAndNameAliasesByThem() throws Exception {
        assertThat(rows(metrics, message("spBv1.0/G/DBIRTH/E/D", BIRTH, 1))).hasSize(2);

        assertThat(rows(metrics, message("spBv1.0/G/DDATA/E/D", DATA, 2)))
                .singleElement()
                .satisfies(row -> assertThat(row.values()).contains("temp", "-12"));
        assertThat(births.calls)
                .containsExactly("before DBIRTH edge 1", "learn DBIRTH edge 1 " + BIRTH.length, "before DDATA edge 2");
    }

    /** The node may have had another session at this broker. */
    @Test
    void shouldKeepTheBirthsOfACopiedSpoolApart() throws Exception {
        rows(metrics, message("spBv1.0/G/DBIRTH/E/D", BIRTH, 1).asCopied());
        rows(metrics, message("spBv1.0/G/DDATA/E/D", DATA, 2).asCopied());
        rows(metrics, message("spBv1.0/G/DDATA/E/D", DATA, 2).asReplayed());
        route(Samples.route(metrics, "m", Samples.ARRIVAL))
                .lost(Lost.of("r", message("spBv1.0/G/DBIRTH/E/D", BIRTH, 3).asCopied()));

        assertThat(births.calls)
                .containsExactly(
                        "before DBIRTH \0edge 1",
                        "learn DBIRTH \0edge 1 " + BIRTH.length,
                        "before DDATA \0edge 2",
                        "before DDATA edge 2",
                        "miss DBIRTH \0edge 3");
    }

    @Test
    void shouldLearnDeaths() throws Exception {
        rows(metrics, message("spBv1.0/G/NDEATH/E", new byte[0], 3));

        assertThat(births.calls).containsExactly("before NDEATH edge 3", "learn NDEATH edge 3 0");
    }

    @Test
    void shouldLearnWhatWasCompressed() throws Exception {
        var compressed = new PayloadSettings(
                metrics.format(), metrics.shape(), new PayloadCompression(Compression.GZIP, 1_000), OnEmpty.DECODE);

        rows(compressed, message("spBv1.0/G/DBIRTH/E/D", Compressor.GZIP.compress(BIRTH), 1));
        assertThat(Birth.parse(BIRTH).hasNamesOf(births.last)).isTrue();

        assertThatThrownBy(() -> rows(compressed, message("spBv1.0/G/DBIRTH/E/D", new byte[] {1}, 2)))
                .isInstanceOf(MappingException.class);
        assertThat(births.last).isNull(); // the BIRTH before it is no longer valid
    }

    @Test
    void shouldReportLostMessages() {
        var route = route(Samples.route(metrics, "m", Samples.ARRIVAL));

        route.lost(Lost.of("r", message("spBv1.0/G/DBIRTH/E/D", BIRTH, 1)));
        route.lost(Lost.of("r", message("spBv1.0/G/DDATA/E", DATA, 2)));

        assertThat(births.calls).containsExactly("miss DBIRTH edge 1");
    }

    @Test
    void shouldRequestARebirthForUnknownAliasesAndUnreadableBirths() {
        var route = route(Rebirth.WHEN_NEEDED);

        fail(route, message("spBv1.0/G/DDATA/E/D", DATA, 1));
        fail(route, message("spBv1.0/G/NDATA/E", DATA, 2));
        fail(route, message("spBv1.0/G/DBIRTH/E/D", new byte[] {1}, 3));

        assertThat(rebirths())
                .containsExactly(
                        "rebirth G/E 1 a message has an alias or a datatype that no BIRTH announces",
                        "rebirth G/E 2 a message has an alias or a datatype that no BIRTH announces",
                        "rebirth G/E 3 a BIRTH cannot be read");
    }

    @Test
    void shouldRequestNoRebirthForMessagesThatMayBeOldOrAreNoData() {
        var route = route(Rebirth.ALSO_AFTER_GAPS);
        var retained =
                new InboundMessage("spBv1.0/G/DDATA/E/D", DATA, "edge", null, 0, true, false, Mqtt5Properties.NONE, 2);

        fail(route, message("spBv1.0/G/DDATA/E/D", DATA, 1).asReplayed());
        fail(route, message("spBv1.0/G/DBIRTH/E/D", new byte[] {1}, 1).asReplayed());
        fail(route, retained);
        fail(route, message("spBv1.0/G/NCMD/E", DATA, 3));
        fail(route, message("spBv1.0/G/DDEATH/E/D", DATA, 4));
        fail(route, message("spBv1.0/G/DDATA/E/D", new byte[] {1}, 5)); // no payload of Sparkplug
        receiveAfterGap(Rebirth.ALSO_AFTER_GAPS, retained);

        assertThat(rebirths()).isEmpty();
    }

    @Test
    void shouldRequestNoRebirthUnlessItIsConfigured() {
        var never = route(Rebirth.NEVER);
        fail(never, message("spBv1.0/G/DDATA/E/D", DATA, 1));
        fail(never, message("spBv1.0/G/DBIRTH/E/D", new byte[] {1}, 2));
        receiveAfterGap(Rebirth.NEVER, message("spBv1.0/G/DDATA/E/D", DATA, 3));
        receiveAfterGap(Rebirth.WHEN_NEEDED, message("spBv1.0/G/DDATA/E/D", DATA, 3));
        assertThat(rebirths()).isEmpty();

        receiveAfterGap(Rebirth.ALSO_AFTER_GAPS, message("spBv1.0/G/DDEATH/E/D", DATA, 4));
        assertThat(rebirths()).containsExactly("rebirth G/E 4 messages are missing in its sequence");
    }

    private Route route(Rebirth rebirth) {
        var payload = new PayloadSettings(new SparkplugFormat(rebirth), RecordShape.rowsAt("/metrics"));
        return route(
                Samples.route(payload, "m", Samples.ARRIVAL, Samples.value("name", "VARCHAR(20)", "${payload:/name}")));
    }

    /** Receives a message and, with a later sequence number than the next one, another message. */
    private void receiveAfterGap(Rebirth rebirth, InboundMessage next) {
        var filters = List.of(TopicFilter.parse("#"));
        var numbers = new SequenceNumbers(new SequenceMemory(), "r", filters, List.of());
        var input = new SparkplugInput(births, metrics.compression(), rebirth, numbers);
        var before = new SparkplugPayload(0).data(1, 1.5f).seq(200);
        input.follow(message("spBv1.0/G/NDATA/E", before, 0), MappingEvents.NONE);
        input.follow(next, MappingEvents.NONE);
    }

    private static void fail(Route route, InboundMessage message) {
        assertThatThrownBy(() -> route.rows(message, MappingEvents.NONE)).isInstanceOf(MappingException.class);
    }

    private List<String> rebirths() {
        return births.calls.stream().filter(call -> call.startsWith("rebirth")).toList();
    }

    @Test
    void shouldRefuseOtherTopics() {
        assertThatThrownBy(() -> rows(metrics, message("spBv1.0/G/DDATA/E", DATA, 1)))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("The topic is not one of Sparkplug B");
        assertThat(births.calls).isEmpty();
    }

    @Test
    void shouldKnowNoBirthsByDefault() {
        var settings = Samples.route(metrics, "m", Samples.ARRIVAL);
        var route = RouteCompiler.compile(settings, SparkplugInput.of(settings, EdgeNodes.NONE, null), null);

        assertThatThrownBy(() -> route.rows(message("spBv1.0/G/DDATA/E/D", DATA, 1), MappingEvents.NONE))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("The metric of alias 2 has no name, because no BIRTH before it is known");
    }
}
