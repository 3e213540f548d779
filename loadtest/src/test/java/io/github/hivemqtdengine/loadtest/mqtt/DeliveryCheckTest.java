// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeliveryCheckTest {

    private static SentLog sent(int publisher, int messages, int... unacknowledged) {
        var log = new SentLog(publisher);
        for (int i = 0; i < messages; i++) {
            log.sent(i);
            int message = i;
            if (IntStream.of(unacknowledged).noneMatch(number -> number == message)) {
                log.acknowledged(i);
            }
        }
        return log;
    }

    private static Expectation expectation(LoadPlan plan, List<SentLog> sent) {
        var group = plan.only();
        var format = PayloadFormat.of(group.publishers().payload(), 1);
        return expectation(Map.of(group, format), group.subscribers().filter(), sent);
    }

    private static Expectation expectation(Map<ClientGroup, PayloadFormat> formats, String filter, List<SentLog> sent) {
        return Objects.requireNonNull(
                Expectation.of(formats, List.of(filter), sent).get(filter));
    }

    @Test
    void shouldFindLostAndDuplicatedMessages() {
        var check = new DeliveryCheck(2, 1_000);
        for (int message : new int[] {0, 1, 3, 3, 4, 1, 1}) { // 2 is lost, 3 came twice, 1 three times
            check.came(0, message);
        }
        check.came(1, 0);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 5), sent(1, 2)));

        assertThat(expectation.missing(check)).isEqualTo(2);
        assertThat(expectation.due(check)).isEqualTo(7);
        assertThat(check.again()).isEqualTo(3);
        assertThat(check.received()).isEqualTo(8);
    }

    @Test
    void shouldNotMissWhatWasNeverAcknowledged() {
        var check = new DeliveryCheck(1, 1_000);
        check.came(0, 0);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 3, 1, 2)));

        assertThat(expectation.due(check)).isEqualTo(1);
    }

    @Test
    void shouldCountWhatCameWithoutAcknowledgement() {
        var check = new DeliveryCheck(1, 1_000);
        check.came(0, 2);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 3, 1, 2)));

        assertThat(expectation.due()).isEqualTo(1);
        assertThat(expectation.most()).isEqualTo(3);
        assertThat(expectation.due(check)).isEqualTo(2);
    }

    @Test
    void shouldMissAMessageAlthoughOneCameThatWasNotDue() {
        var check = new DeliveryCheck(2, 1_000);
        check.came(0, 0);
        check.came(0, 7); // never sent
        check.came(1, 0); // another topic than that of the filter
        var plan = new Plans().publishers(2, 1, 2).filter("test/0/+").plan();
        var expectation = expectation(plan, List.of(sent(0, 2), sent(1, 2)));

        assertThat(expectation.due(check)).isEqualTo(2);
        assertThat(expectation.missing(check)).isEqualTo(1);
    }

    @Test
    void shouldNotTakeMessagesWithoutNumbersForOthers() {
        var numbered = new Plans().publishers(1, 1, 2).plan().only();
        var one = new Plans()
                .payload(PayloadPlan.Format.MQTTLOADER, 8, "", 1, PayloadPlan.Compression.NONE)
                .plan();
        var short8 = one.only().publishers();
        var counted = one.only()
                .withPublishers(new PublisherPlan(
                        1,
                        1,
                        1,
                        false,
                        short8.topics(),
                        short8.payload(),
                        2,
                        short8.pace(),
                        1,
                        short8.properties(),
                        Optional.empty()));
        var formats = new LinkedHashMap<ClientGroup, PayloadFormat>();
        formats.put(numbered, PayloadFormat.of(numbered.publishers().payload(), 1));
        formats.put(counted, PayloadFormat.of(counted.publishers().payload(), 1));
        var expectation = expectation(formats, "test/#", List.of(sent(0, 2), sent(1, 2)));
        var check = new DeliveryCheck(2, 1_000);
        check.came(0, 0);
        check.came();
        check.came();
        check.came(); // a duplicate

        assertThat(expectation.due(check)).isEqualTo(4);
        assertThat(expectation.missing(check)).isEqualTo(1);
    }

    @Test
    void shouldExpectTheTopicsOfEachFilter() {
        var group = new Plans()
                .topics("test/{client}/{seq}", 2)
                .publishers(3, 1, 4)
                .plan()
                .only();
        var format = PayloadFormat.of(group.publishers().payload(), 1);
        var filters = List.of("test/0/1", "test/2/0", "test/2/#", "test/3/0", "test/0/1", "other/+");
        var expectations =
                Expectation.of(Map.of(group, format), filters, List.of(sent(0, 4), sent(1, 4), sent(2, 3, 2)));

        assertThat(filters.stream().map(expectations::get).map(Expectation::due))
                .containsExactly(2L, 1L, 2L, 0L, 2L, 0L);
        assertThat(filters.stream().map(expectations::get).map(Expectation::most))
                .containsExactly(2L, 2L, 3L, 0L, 2L, 0L);
    }

    @Test
    void shouldExpectEverythingOfQosZero() {
        var plan = new Plans().publishers(1, 0, 3).plan();
        var expectation = expectation(plan, List.of(sent(0, 3, 0, 1, 2)));

        assertThat(expectation.due()).isEqualTo(3);
    }

    @Test
    void shouldSetOtherLoadsAside() {
        var check = new DeliveryCheck(1, 1_000);

        assertThat(check.came(1, 0)).isFalse();
        assertThat(check.came(0, 1_000)).isFalse(); // a bit set of this size may be too large
        assertThat(check.received()).isZero();
        assertThat(check.foreign()).isEqualTo(2);
    }
}
