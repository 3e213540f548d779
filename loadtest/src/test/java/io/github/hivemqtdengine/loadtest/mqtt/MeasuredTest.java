// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Connections;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredTest {

    private static final long START = 1_700_000_000_000_000L;

    @Test
    void shouldMergeTheSameAfterItWasWritten() throws Exception {
        var plan = new Plans().publishers(2, 1, 2).subscribers(2, 1).plan();
        var parts = List.of(part(0, 10_000), part(1, 30_000));

        var direct = new Merge(plan, parts, true).result(START, START + 5, START + 9, 0.5);
        var copied = new Merge(plan, List.of(copy(parts.get(0)), copy(parts.get(1))), true)
                .result(START, START + 5, START + 9, 0.5);

        assertThat(copied.failures()).isEqualTo(direct.failures()).containsExactly("p0: why", "p1: why");
        assertThat(copied.connections()).isEqualTo(direct.connections()).isEqualTo(new Connections(4, 0.5, 2, 2, 1.5));
        assertThat(copied.sentPerSecond().counts())
                .isEqualTo(direct.sentPerSecond().counts())
                .containsExactly(2L, 2L);
        assertThat(copied.calls().unanswered()).isEqualTo(2);
        assertThat(copied.deliveries().lastMicros()).isEqualTo(START + 1_500_000 + 30_000);
        assertThat(List.of(direct, copied)).allSatisfy(MeasuredTest::assertMerged);
    }

    /** Publisher 1 sent its second message without an acknowledgement; each subscriber has received one message. */
    private static void assertMerged(LoadResult result) {
        assertThat(result.sent()).extracting(SentLog::publisher).containsExactly(0, 1);
        assertThat(result.sent()).allSatisfy(log -> {
            assertThat(log.sentMicros(1) - log.sentMicros(0)).isEqualTo(1_000_000);
            assertThat(log.isAcknowledged(0)).isTrue();
            assertThat(log.isAcknowledged(1)).isFalse();
        });
        assertThat(result.deliveries().expected()).isEqualTo(4);
        assertThat(result.deliveries().received()).isEqualTo(4);
        assertThat(result.deliveries().lost()).isEqualTo(2);
        assertThat(result.deliveries().duplicated()).isEqualTo(2);
        assertThat(result.deliveries().latency().count()).isEqualTo(2);
        assertThat(result.deliveries().latency().averageMillis()).isEqualTo(20); // merged, not averaged
        assertThat(result.deliveries().latency().maximumMillis()).isEqualTo(30);
        assertThat(result.deliveries().latencyPerSecond().histograms(1)).hasSize(2);
        assertThat(result.lateness().sends().maximumMillis()).isEqualTo(30);
        assertThat(result.lateness().reads().count()).isEqualTo(4);
        assertThat(result.lateness().busiestLoop()).isEqualTo(0.5); // of the busiest generator
    }

    @Test
    void shouldMergeTheClientsOfASharedSubscription() throws Exception {
        var plan = new Plans().publishers(2, 1, 2).subscribers(2, 1).shared().plan();

        var result = new Merge(plan, List.of(part(0, 1), part(1, 1)), true).result(START, START, START, 0);

        assertThat(result.deliveries().expected()).isEqualTo(2);
        assertThat(result.deliveries().received()).isEqualTo(4);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.deliveries().duplicated()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatIsCutOrOfAnotherLoad() throws Exception {
        var bytes = bytes(part(1, 1));

        assertThatThrownBy(() -> read(bytes, bytes.length - 1, 2)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> read(bytes, bytes.length, 1))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no publisher 1");
    }

    /** Returns the part of a generator with one publisher, and one subscriber that received its first message twice. */
    private static Measured part(int number, long latency) {
        var log = new SentLog(number);
        log.sent(START);
        log.sent(START + 1_000_000);
        log.acknowledged(0);
        var check = new DeliveryCheck(2, 2);
        check.came(number, 0);
        check.came(number, 0);
        var notes = new Notes(START);
        notes.sent(START);
        notes.sent(START + 1_000_000);
        notes.received(START + 1_500_000 + latency);
        notes.latency(0, START + 1_500_000 + latency, latency);
        notes.lateness().sends().add(latency);
        notes.lateness().reads().add(latency, 2);
        notes.lateness().addLoop(0.25 + 0.25 * number);
        var connections = new Connections(2, 0, 1, 1, number + 0.5);
        var calls = new Calls(new LatencyHistogram(), 1);
        return new Measured(
                List.of(log),
                List.of(),
                List.of(List.of(check)),
                notes,
                connections,
                calls,
                List.of("p" + number + ": why"));
    }

    private static Measured copy(Measured measured) throws IOException {
        var bytes = bytes(measured);
        return read(bytes, bytes.length, 2);
    }

    private static byte[] bytes(Measured measured) throws IOException {
        var bytes = new ByteArrayOutputStream();
        measured.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Measured read(byte[] bytes, int length, int publishers) throws IOException {
        var plan = new Plans().publishers(publishers, 1, 2).plan();
        return Measured.read(new DataInputStream(new ByteArrayInputStream(bytes, 0, length)), plan);
    }
}
