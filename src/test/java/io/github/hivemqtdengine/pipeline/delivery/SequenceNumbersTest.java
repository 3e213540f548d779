package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.sparkplug.SequenceNumber;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.pipeline.BareRoute;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SequenceNumbersTest {

    private static final SparkplugRoute ALL = new SparkplugRoute(List.of("spBv1.0/#"), List.of(), new ArrayList<>());

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<MappingEvent> events = new ArrayList<>();
    private final SequenceNumbers numbers = new SequenceNumbers(() -> 0);
    private long arrival;

    @Test
    void shouldCountGapsAndRepeatsAcrossNodeAndDevices() {
        check(ALL, "NDATA/E", 254);
        check(ALL, "DDATA/E/D", 255);
        check(ALL, "NDATA/E", 0);
        check(ALL, "DDATA/E/D", 2);
        check(ALL, "NDATA/E", 2);

        assertThat(events).containsExactly(MappingEvent.SEQUENCE_GAPS, MappingEvent.SEQUENCE_REPEATS);
        assertThat(log.lines())
                .containsExactly(
                        "WARN Route \"r\": sequence number 2 of edge node \"E\" in group \"G\" follows 0; messages"
                                + " were lost before they arrived; all messages that arrive are stored");
    }

    @Test
    void shouldTellTheRouteOfGapsOnly() {
        var route = new SparkplugRoute(List.of("spBv1.0/#"), List.of(), new ArrayList<>());

        check(route, "NBIRTH/E", 5);
        check(route, "NDATA/E", 6);
        check(route, "DDATA/E/D", 6);
        check(route, "DDEATH/E/D", 9);
        check(route, "NBIRTH/E", 20);

        assertThat(route.afterGaps()).containsExactly("spBv1.0/G/DDEATH/E/D");
    }

    @Test
    void shouldBeginAnewWithABirth() {
        check(ALL, "NDATA/E", 100);
        check(ALL, "NBIRTH/E", 5);
        check(ALL, "DBIRTH/E/D", 6);
        check(ALL, "NDEATH/E", 77);
        check(ALL, "NCMD/E", 77);
        check(ALL, "DDEATH/E/D", 7);

        assertThat(events).isEmpty();
    }

    @Test
    void shouldCountEachNodeOfItsOwn() {
        for (int i = 0; i < 10; i++) {
            check(ALL, "NDATA/A", i);
            check(ALL, "NDATA/B", i);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void shouldIgnoreMessagesThatAreMappedOnceMoreOrReplayed() {
        check(ALL, "NDATA/E", 1);
        arrival--;
        check(ALL, "NDATA/E", 1);
        numbers.check(ALL, message("spBv1.0/G/NDATA/E", payload(9)).asReplayed(), this::count);
        check(ALL, "NDATA/E", 2);

        assertThat(events).isEmpty();
    }

    @Test
    void shouldNotCountWhereTheRouteDoesNotReceiveEverything() {
        var births = new SparkplugRoute(List.of("spBv1.0/+/NBIRTH/+", "spBv1.0/+/DBIRTH/+/+"), List.of(), List.of());
        var oneDevice = new SparkplugRoute(List.of("spBv1.0/#"), List.of("spBv1.0/+/DDATA/+/+"), List.of());

        for (var route : List.of(births, oneDevice)) {
            check(route, "DBIRTH/E/D", 1);
            check(route, "DBIRTH/E/D", 9);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void shouldNotCountPayloadsWithoutANumber() {
        check(ALL, "NDATA/E", 1);
        numbers.check(ALL, message("spBv1.0/G/NDATA/E", new byte[] {(byte) 0x1f, (byte) 0x8b}), this::count);
        check(ALL, "NDATA/E", 9);
        check(ALL, "something/else", 9);

        assertThat(events).isEmpty();
    }

    @Test
    void shouldReadTheNumberOfWholePayloadsOnly() {
        var whole = payload(200);
        assertThat(SequenceNumber.of(whole)).isEqualTo(200);
        for (int length = 0; length < whole.length; length++) {
            assertThat(SequenceNumber.of(Arrays.copyOf(whole, length))).isEqualTo(SequenceNumber.NONE);
        }
        assertThat(SequenceNumber.of(new byte[] {0x18, 1, 0x12, 5, 0})).isEqualTo(SequenceNumber.NONE);
        assertThat(SequenceNumber.of(new byte[] {0x18, 1, 0x1b})).isEqualTo(SequenceNumber.NONE);
    }

    private void check(SparkplugRoute route, String topic, int number) {
        numbers.check(route, message("spBv1.0/G/" + topic, payload(number)), this::count);
    }

    private void count(MappingEvent event, String subject) {
        events.add(event);
    }

    private InboundMessage message(String topic, byte[] payload) {
        arrival++;
        return new InboundMessage(topic, payload, "c", null, 0, false, false, Mqtt5Properties.NONE, arrival);
    }

    private static byte[] payload(int number) {
        return new SparkplugPayload(1_767_322_800_000L).data(1, 1.5f).seq(number);
    }

    private record SparkplugRoute(List<String> wanted, List<String> unwanted, List<String> afterGaps)
            implements BareRoute {

        @Override
        public void followsGap(InboundMessage message) {
            afterGaps.add(message.topic());
        }

        @Override
        public boolean ordersByEdgeNode() {
            return true;
        }

        @Override
        public List<TopicFilter> filters() {
            return wanted.stream().map(TopicFilter::parse).toList();
        }

        @Override
        public List<TopicFilter> excludes() {
            return unwanted.stream().map(TopicFilter::parse).toList();
        }

        @Override
        public List<TableHandle> tables() {
            return Collections.emptyList();
        }

        @Override
        public EqualTimestamps onEqual() {
            return EqualTimestamps.BUMP;
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents listener) {
            return List.of();
        }
    }
}
