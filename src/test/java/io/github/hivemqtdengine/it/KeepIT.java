// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Times of payloads that are outside of what the database keeps. */
@Tag("full")
class KeepIT extends BrokerFixture {

    private static final int MESSAGES = 1_000;
    private final Instant now = Instant.now();

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @BeforeEach
    void createDatabase() throws Exception {
        server.execute("CREATE DATABASE " + database.name() + " KEEP 30 PRECISION 'us' VGROUPS 1 BUFFER 16");
        startBroker(Routes.equalTimes("overwrite"));
    }

    @Test
    void shouldKeepOnlyTheMessageThatIsTooOldAsADeadLetter() throws Exception {
        var old = now.minus(Duration.ofDays(60));

        publish(MESSAGES / 2, old);

        awaitFigure("points", "dead-lettered", 1);
        database.awaitCount("points", MESSAGES - 1);
        assertThat(database.query("SELECT number FROM points ORDER BY ts"))
                .isEqualTo(LongStream.range(0, MESSAGES)
                        .filter(number -> number != MESSAGES / 2)
                        .mapToObj(number -> List.<Object>of(number))
                        .toList());
        assertThat(deadLetters())
                .singleElement()
                .asString()
                .contains(Base64.getEncoder().encodeToString(payload(MESSAGES / 2, old)))
                .contains("out of range");
    }

    @Test
    void shouldStoreATimeOfAnotherCenturyAsItIs() throws Exception {
        var future = Instant.parse("2200-01-01T00:00:00Z");

        publish(MESSAGES / 2, future);

        database.awaitCount("points", MESSAGES);
        assertThat(database.query("SELECT ts, number FROM points WHERE number = " + MESSAGES / 2))
                .containsExactly(List.of(future, MESSAGES / 2L));
        assertThat(deadLetters()).isEmpty();
    }

    /** Publishes many messages at once, of which one has a time of its own. */
    private void publish(int oddNumber, Instant oddTime) {
        var client = mqtt5("c").toAsync();
        CompletableFuture.allOf(LongStream.range(0, MESSAGES)
                        .mapToObj(number -> client.publishWith()
                                .topic("points/1")
                                .qos(MqttQos.AT_LEAST_ONCE)
                                .payload(payload(number, number == oddNumber ? oddTime : now.plusMillis(number)))
                                .send())
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static byte[] payload(long number, Instant time) {
        return utf8("{\"t\":" + time.toEpochMilli() + ",\"n\":" + number + "}");
    }
}
