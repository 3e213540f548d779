package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeliveryCheckTest {

    private static SentLog sent(int publisher, int messages, int... unacknowledged) {
        var log = new SentLog(publisher, messages);
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
        return new Expectation(Map.of(group, format), group.subscribers().filter(), sent);
    }

    @Test
    void shouldFindLostAndDuplicatedMessages() {
        var check = new DeliveryCheck(2);
        for (int message : new int[] {0, 1, 3, 3, 4, 1, 1}) { // 2 is lost, 3 came twice, 1 three times
            check.came(0, message);
        }
        check.came(1, 0);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 5), sent(1, 2)));

        assertThat(expectation.due(check) - check.different()).isEqualTo(2);
        assertThat(check.again()).isEqualTo(3);
        assertThat(check.received()).isEqualTo(8);
    }

    @Test
    void shouldNotMissWhatWasNeverAcknowledged() {
        var check = new DeliveryCheck(1);
        check.came(0, 0);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 3, 1, 2)));

        assertThat(expectation.due(check)).isEqualTo(1);
    }

    @Test
    void shouldCountWhatCameWithoutAcknowledgement() {
        var check = new DeliveryCheck(1);
        check.came(0, 2);
        var expectation = expectation(new Plans().plan(), List.of(sent(0, 3, 1, 2)));

        assertThat(expectation.due()).isEqualTo(1);
        assertThat(expectation.due(check)).isEqualTo(2);
    }

    @Test
    void shouldExpectEverythingOfQosZero() {
        var plan = new Plans().publishers(1, 0, 3).plan();
        var expectation = expectation(plan, List.of(sent(0, 3, 0, 1, 2)));

        assertThat(expectation.due()).isEqualTo(3);
    }

    @Test
    void shouldSetOtherLoadsAside() {
        var check = new DeliveryCheck(1);

        assertThat(check.came(1, 0)).isFalse();
        assertThat(check.received()).isZero();
        assertThat(check.foreign()).isEqualTo(1);
    }
}
