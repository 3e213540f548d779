// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.sparkplug.SequenceNumber;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.sparkplug.SequenceNumbers.SequenceMemory;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SequenceNumbersTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final RouteAccount account = new RouteAccount("r", PipelineMetrics.NONE);
    private final List<MappingEvent> events = new ArrayList<>();
    private final MappingEvents listener = new MappingEvents() {
        @Override
        public void count(MappingEvent event, String subject) {
            events.add(event);
        }

        @Override
        public void warn(String sentence) {
            account.warn(sentence);
        }
    };
    private final List<String> afterGaps = new ArrayList<>();
    private final SequenceNumbers all = numbers(List.of("spBv1.0/#"), List.of());
    private long arrival;

    private static SequenceNumbers numbers(List<String> wanted, List<String> unwanted) {
        return new SequenceNumbers(new SequenceMemory(), "r", filters(wanted), filters(unwanted));
    }

    private static List<TopicFilter> filters(List<String> texts) {
        return texts.stream().map(TopicFilter::parse).toList();
    }

    @Test
    void shouldCountGapsAndRepeatsAcrossNodeAndDevices() {
        check(all, "NDATA/E", 254);
        check(all, "DDATA/E/D", 255);
        check(all, "NDATA/E", 0);
        check(all, "DDATA/E/D", 2);
        check(all, "NDATA/E", 2);

        assertThat(events).containsExactly(MappingEvent.SEQUENCE_GAPS, MappingEvent.SEQUENCE_REPEATS);
        assertThat(log.lines())
                .containsExactly(
                        "WARN Route \"r\": sequence number 2 of edge node \"E\" in group \"G\" follows 0; messages"
                                + " were lost before they arrived; all messages that arrive are stored");
    }

    @Test
    void shouldTellTheRouteOfGapsOnly() {
        check(all, "NBIRTH/E", 5);
        check(all, "NDATA/E", 6);
        check(all, "DDATA/E/D", 6);
        check(all, "DDEATH/E/D", 9);
        check(all, "NBIRTH/E", 20);

        assertThat(afterGaps).containsExactly("spBv1.0/G/DDEATH/E/D");
    }

    @Test
    void shouldBeginAnewWithABirth() {
        check(all, "NDATA/E", 100);
        check(all, "NBIRTH/E", 5);
        check(all, "DBIRTH/E/D", 6);
        check(all, "NDEATH/E", 77);
        check(all, "NCMD/E", 77);
        check(all, "DDEATH/E/D", 7);

        assertThat(events).isEmpty();
    }

    @Test
    void shouldCountEachNodeOfItsOwn() {
        for (int i = 0; i < 10; i++) {
            check(all, "NDATA/A", i);
            check(all, "NDATA/B", i);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void shouldIgnoreMessagesThatAreMappedOnceMoreOrReplayed() {
        check(all, "NDATA/E", 1);
        arrival--;
        check(all, "NDATA/E", 1);
        check(all, message("spBv1.0/G/NDATA/E", payload(9)).asReplayed());
        check(all, "NDATA/E", 2);

        assertThat(events).isEmpty();
    }

    @Test
    void shouldNotCountWhereTheRouteDoesNotReceiveEverything() {
        var births = numbers(List.of("spBv1.0/+/NBIRTH/+", "spBv1.0/+/DBIRTH/+/+"), List.of());
        var oneDevice = numbers(List.of("spBv1.0/#"), List.of("spBv1.0/+/DDATA/+/+"));

        for (var route : List.of(births, oneDevice)) {
            check(route, "DBIRTH/E/D", 1);
            check(route, "DBIRTH/E/D", 9);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void shouldFollowTheFiltersOfARouteThatIsReplaced() {
        var memory = new SequenceMemory();
        var before = new SequenceNumbers(memory, "r", filters(List.of("spBv1.0/#")), List.of());
        var without = filters(List.of("spBv1.0/+/DDATA/+/+"));
        var narrowed = new SequenceNumbers(memory, "r", filters(List.of("spBv1.0/#")), without);
        check(before, "NDATA/E", 1);

        check(narrowed, "NDATA/E", 3);
        assertThat(events).isEmpty();

        check(before, "NDATA/E", 4);
        check(before, "NDATA/E", 6);
        assertThat(events).containsExactly(MappingEvent.SEQUENCE_GAPS);
    }

    @Test
    void shouldNotCountPayloadsWithoutANumber() {
        check(all, "NDATA/E", 1);
        check(all, message("spBv1.0/G/NDATA/E", new byte[] {(byte) 0x1f, (byte) 0x8b}));
        check(all, "NDATA/E", 9);
        check(all, "something/else", 9);

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
        assertThat(SequenceNumber.of(new byte[] {0x18, 1, 0x0c})).isEqualTo(SequenceNumber.NONE);
    }

    @Test
    void shouldReadTheNumberBesideAGroupOfOtherFields() {
        assertThat(SequenceNumber.of(new byte[] {0x0b, 0x0c, 0x18, 5})).isEqualTo(5);
    }

    private void check(SequenceNumbers numbers, String topic, int number) {
        check(numbers, message("spBv1.0/G/" + topic, payload(number)));
    }

    private void check(SequenceNumbers numbers, InboundMessage message) {
        if (numbers.followsGap(message, listener)) {
            afterGaps.add(message.topic());
        }
    }

    private InboundMessage message(String topic, byte[] payload) {
        arrival++;
        return new InboundMessage(topic, payload, "c", null, 0, false, false, Mqtt5Properties.NONE, arrival);
    }

    private static byte[] payload(int number) {
        return new SparkplugPayload(1_767_322_800_000L).data(1, 1.5f).seq(number);
    }
}
