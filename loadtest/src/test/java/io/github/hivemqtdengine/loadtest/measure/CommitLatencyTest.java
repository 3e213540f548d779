// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.loadtest.measure.CommitLatency.Observation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitLatencyTest {

    @Test
    void shouldTakeTheFirstRowSeenForTheFirstMessageSent() {
        var commit = commit(
                List.of(SentLogs.at(0, 1_000, 3_000), SentLogs.at(1, 2_000)),
                1,
                new Observation(2_500, 0),
                new Observation(5_000, 2),
                new Observation(9_000, 3));
        assertThat(commit.latency().count()).isEqualTo(3);
        assertThat(commit.latency().percentileMillis(1)).isCloseTo(3, within(0.01));
        assertThat(commit.latency().percentileMillis(50)).isCloseTo(4, within(0.01));
        assertThat(commit.latency().maximumMillis()).isEqualTo(6);
        assertThat(commit.latency().averageMillis()).isCloseTo(13 / 3.0, within(1e-9));
    }

    @Test
    void shouldCountARowOfEachRecordOfAMessage() {
        var commit = commit(List.of(SentLogs.at(0, 0, 1_000)), 3, new Observation(2_000, 2), new Observation(4_000, 6));
        assertThat(commit.latency().count()).isEqualTo(6);
        assertThat(commit.latency().averageMillis()).isCloseTo((2 * 2 + 4 + 3 * 3) / 6.0, within(1e-9));
    }

    @Test
    void shouldLeaveOutMessagesThatWereNeverStored() {
        var commit = CommitLatency.of(
                0,
                List.of(SentLogs.at(0, 0, 1_000, 2_000)),
                (publisher, message) -> message == 1 ? 0 : 1,
                Stream.of(new Observation(500, 1), new Observation(3_000, 2)));
        assertThat(commit.latency().maximumMillis()).isEqualTo(1);
        assertThat(commit.latency().count()).isEqualTo(2);
    }

    @Test
    void shouldCountRowsBySecondsAndUntilTheLastOneCame() {
        var commit = CommitLatency.of(
                1_000_000,
                List.of(SentLogs.at(0, 1_000_000, 1_000_000, 1_000_000, 1_000_000)),
                (publisher, message) -> 1,
                Stream.of(
                        new Observation(1_500_000, 1),
                        new Observation(3_100_000, 3),
                        new Observation(5_000_000, 4),
                        new Observation(90_000_000, 4)));
        assertThat(commit.rowsPerSecond().counts()).containsExactly(1L, 0L, 2L, 0L, 1L);
        assertThat(commit.lastMicros()).isEqualTo(5_000_000);
        assertThat(commit.averagePerSecond()).isEqualTo(1);
    }

    @Test
    void shouldCountARowWhenItWasFirstSeenIfTheNumberFalls() {
        var commit = commit(
                List.of(SentLogs.at(0, 0, 0, 0)),
                1,
                new Observation(1_000, 2),
                new Observation(2_000, 1),
                new Observation(3_000, 2),
                new Observation(4_000, 3));
        assertThat(commit.latency().count()).isEqualTo(3);
        assertThat(commit.rowsPerSecond().total()).isEqualTo(3);
        assertThat(commit.latency().averageMillis()).isCloseTo(2, within(1e-9));
    }

    @Test
    void shouldLeaveOutOfTheLatencyRowsBeyondThoseOfAllMessages() {
        var commit = commit(List.of(SentLogs.at(0, 0, 0)), 1, new Observation(1_000, 5));
        assertThat(commit.latency().count()).isEqualTo(2);
        assertThat(commit.rowsPerSecond().total()).isEqualTo(5);
    }

    @Test
    void shouldBeEmptyWhereNothingIsStored() {
        var commit = commit(List.of(SentLogs.at(0, 5), SentLogs.at(1)), 1, new Observation(1_000, 0));
        assertThat(commit.latency().count()).isZero();
        assertThat(commit.averagePerSecond()).isZero();
        assertThat(commit(List.of(), 1).lastMicros()).isZero();
    }

    /** Verifies the Javadoc: overtaking rows leave the mean unchanged, and polling adds at most its interval. */
    @Test
    void shouldHaveTheTrueMeanWhateverOvertakesWhat() {
        var random = new Random(7);
        long interval = 10_000;
        var sends = LongStream.range(0, 5_000).map(i -> i * 100).toArray();
        var commits = LongStream.of(sends)
                .map(sent -> sent + 1_000 + random.nextInt(50_000))
                .toArray();
        double trueMean = (LongStream.of(commits).sum() - LongStream.of(sends).sum()) / 5_000.0 / 1_000;
        double trueMaximum = trueMaximum(sends, commits);
        Arrays.sort(commits);
        var answers = LongStream.rangeClosed(0, 60)
                .map(i -> i * interval)
                .mapToObj(time -> new Observation(
                        time, LongStream.of(commits).filter(at -> at <= time).count()));

        var commit = CommitLatency.of(0, List.of(SentLogs.at(0, sends)), (publisher, message) -> 1, answers);
        assertThat(commit.latency().count()).isEqualTo(5_000);
        assertThat(commit.latency().averageMillis()).isBetween(trueMean, trueMean + interval / 1_000.0);
        assertThat(commit.latency().maximumMillis()).isLessThanOrEqualTo(trueMaximum + interval / 1_000.0);
    }

    private static double trueMaximum(long[] sends, long[] commits) {
        long maximum = 0;
        for (int i = 0; i < sends.length; i++) {
            maximum = Math.max(maximum, commits[i] - sends[i]);
        }
        return maximum / 1_000.0;
    }

    private static CommitLatency commit(List<SentLog> sent, int rowsPerMessage, Observation... observations) {
        return CommitLatency.of(0, sent, (publisher, message) -> rowsPerMessage, Stream.of(observations));
    }
}
