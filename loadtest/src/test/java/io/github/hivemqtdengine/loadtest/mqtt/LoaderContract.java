// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the loader with any broker. */
abstract class LoaderContract {

    private static final AtomicInteger RUNS = new AtomicInteger();

    abstract TestBroker broker();

    private LoadResult run(LoadPlan plan) throws Exception {
        return new Loader(broker().address(), "lt" + RUNS.incrementAndGet(), Recording.NOTHING, 2)
                .run(plan, RunListener.NONE);
    }

    private static void assertExact(LoadResult result, long sent, long deliveries) {
        assertThat(result.failures()).isEmpty();
        assertThat(result.sentCount()).isEqualTo(sent);
        assertThat(result.sentPerSecond().total()).isEqualTo(sent);
        assertThat(result.deliveries().expected()).isEqualTo(deliveries);
        assertThat(result.deliveries().received()).isEqualTo(deliveries);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.deliveries().duplicated()).isZero();
        assertThat(result.deliveries().perSecond().total()).isEqualTo(deliveries);
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "3, 1", "3, 2", "5, 0", "5, 1", "5, 2"})
    void shouldCountExactly(int version, int qos) throws Exception {
        var plan = new Plans()
                .version(version)
                .publishers(3, qos, 200)
                .subscribers(2, qos)
                .plan();

        var result = run(plan);

        assertExact(result, 600, 1_200);
        assertThat(result.acknowledgedCount()).isEqualTo(qos == 0 ? 0 : 600);
        assertThat(result.acknowledgements().count()).isEqualTo(qos == 0 ? 0 : 600);
        assertThat(result.deliveries().latency().count()).isEqualTo(1_200);
        assertThat(result.deliveries()
                        .latencyPerSecond()
                        .histograms(1)
                        .mapToLong(second -> second.count())
                        .sum())
                .isEqualTo(1_200);
        assertThat(result.connections().connected()).isEqualTo(5);
        assertThat(result.connections().lost()).isZero();
    }

    @Test
    void shouldServePublishersAndSubscribersByLoopsOfTheirOwn() throws Exception {
        var publishing = ConcurrentHashMap.<Thread>newKeySet();
        var receiving = ConcurrentHashMap.<Thread>newKeySet();
        var threads = new Recording() {
            @Override
            public void sent(long epochMicros, String clientId) {
                publishing.add(Thread.currentThread());
            }

            @Override
            public void received(long epochMicros, String clientId, long latencyMicros) {
                receiving.add(Thread.currentThread());
            }
        };

        var result = new Loader(broker().address(), "lt" + RUNS.incrementAndGet(), threads, 2)
                .run(new Plans().subscribers(3, 1).plan(), RunListener.NONE);

        assertExact(result, 600, 1_800);
        assertThat(publishing).hasSize(2).doesNotContainAnyElementsOf(receiving);
        assertThat(receiving).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void shouldCountASharedSubscriptionOnce(int version) throws Exception {
        var result = run(new Plans().version(version).subscribers(4, 1).shared().plan());

        assertExact(result, 600, 600);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSplitALoadOverGenerators(boolean shared) throws Exception {
        var plans = new Plans()
                .publishers(3, 1, 200)
                .subscribers(3, 1)
                .crowd(5, Duration.ZERO, 0, Duration.ZERO)
                .calls(2, 5, Duration.ofSeconds(20));
        var plan = (shared ? plans.shared() : plans).plan();
        var loader = new Loader(broker().address(), "lt" + RUNS.incrementAndGet(), Recording.NOTHING, 2);
        var generators = List.of(loader.generator(plan, new Share(0, 2)), loader.generator(plan, new Share(1, 2)));

        var result = Loader.run(plan, generators, Duration.ZERO, RunListener.NONE);

        assertExact(result, 600, shared ? 600 : 1_800);
        assertThat(result.sent()).extracting(SentLog::publisher).containsExactly(0, 1, 2);
        assertThat(result.connections().connected()).isEqualTo(3 + 3 + 5 + 1);
        assertThat(result.calls().answered().count()).isEqualTo(2);
    }

    @Test
    void shouldExpectOnlyWhatMatchesTheFilter() throws Exception {
        var result = run(new Plans().filter("test/1/+").plan());

        assertExact(result, 600, 400);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldSubscribeEachClientToItsOwnTopics(int generators) throws Exception {
        var plan = new Plans().subscribers(3, 1).filter("test/{client}/+").plan();
        var loader = new Loader(broker().address(), "lt" + RUNS.incrementAndGet(), Recording.NOTHING, 2);
        var shares = new ArrayList<LoadGenerator>();
        for (int i = 0; i < generators; i++) {
            shares.add(loader.generator(plan, new Share(i, generators)));
        }

        var result = Loader.run(plan, shares, Duration.ZERO, RunListener.NONE);

        assertExact(result, 600, 600);
    }

    @Test
    void shouldNotCountMessagesRetainedBefore() throws Exception {
        var plan = new Plans().retain().topics("retained/{client}/{seq}", 7).plan();

        run(plan);
        var result = run(plan);

        assertExact(result, 600, 1_200);
    }

    @Test
    void shouldOnlyCountWhatHasNoStamp() throws Exception {
        var plan = new Plans()
                .payload(Format.MQTTLOADER, 8, "", 1, Compression.NONE)
                .plan();

        var result = run(plan);

        assertExact(result, 600, 1_200);
        assertThat(result.deliveries().latency().count()).isEqualTo(1_200);
    }

    @ParameterizedTest
    @EnumSource(names = {"JSON", "WIDE_JSON", "AVRO", "SMALL_AVRO", "SPARKPLUG"})
    void shouldFindItsStampsAgain(Format format) throws Exception {
        var result = run(new Plans().payload(format, 0, "", 3, Compression.ZSTD).plan());

        assertExact(result, 600, 1_200);
        assertThat(result.deliveries().latency().count()).isEqualTo(1_200);
    }

    @Test
    void shouldWaitForASlowSubscriberWithoutLoss() throws Exception {
        var plan = new Plans()
                .publishers(1, 1, 60)
                .subscribers(2, 1)
                .delay(Duration.ofMillis(10))
                .plan();

        var result = run(plan);

        assertExact(result, 60, 120);
        // at least the sum of its delays
        assertThat(result.deliveries().lastMicros() - result.startMicros()).isGreaterThan(59 * 10_000);
    }

    @Test
    void shouldBringACrowdBackAfterStorms() throws Exception {
        var plan = new Plans()
                .publishers(0, 1, 1)
                .subscribers(0, 1)
                .crowd(60, Duration.ofSeconds(6), 25, Duration.ofSeconds(1)) // enough for a busy machine
                .addresses(3)
                .plan();

        var result = run(plan);

        assertThat(result.failures()).isEmpty();
        assertThat(result.connections().connected()).isEqualTo(60);
        assertThat(result.connections().lost()).isZero();
        assertThat(result.connections().reconnects()).isPositive();
    }

    @Test
    void shouldNotReportConnectionsInProgressThatAStormBreaks() throws Exception {
        var plan = new Plans()
                .publishers(0, 1, 1)
                .subscribers(0, 1)
                .crowd(60, Duration.ofSeconds(2), 60, Duration.ofMillis(5))
                .plan();

        var result = run(plan);

        assertThat(result.failures()).isEmpty();
        assertThat(result.connections().lost()).isZero();
    }

    @Test
    void shouldCountCallsThatNobodyAnswers() throws Exception {
        var plan = new Plans()
                .publishers(0, 1, 1)
                .subscribers(0, 1)
                .crowd(2, Duration.ZERO, 0, Duration.ZERO)
                .calls(3, 3, Duration.ofSeconds(2)) // the third device does not exist
                .plan();

        var result = run(plan);

        assertThat(result.calls().answered().count()).isEqualTo(2);
        assertThat(result.calls().unanswered()).isOne();
    }
}
