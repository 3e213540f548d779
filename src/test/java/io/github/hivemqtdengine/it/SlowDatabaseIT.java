// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.PacedLoad;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A database that answers, but more slowly than messages come in. */
class SlowDatabaseIT extends LinkedBrokerTest {

    private static final int CLIENTS = 4;
    private static final int MESSAGES_PER_SECOND = 2_000;
    private static final int BEHIND = 3_000;

    /** Most of what waits is on disk. */
    private static final String DELIVERY = """
            <delivery>
              <queue messages="100"/>
              <batch rows="50" linger="5 ms"/>
            </delivery>
            """;

    @Test
    void shouldStoreEachMessageOnceInOrder() throws Exception {
        var configuration = configuration(Routes.NUMBERS, DELIVERY);
        startBehindLink(configuration);
        var clients = IntStream.range(0, CLIENTS)
                .mapToObj(number -> mqtt5("client-" + number).toAsync())
                .toList();
        try (var load = new PacedLoad(clients, MESSAGES_PER_SECOND)) {
            await("rows").until(() -> figure("load", "stored") >= MESSAGES_PER_SECOND);

            link.delay(Duration.ofMillis(300));
            await("messages that wait").until(() -> figure("load", "in-flight") >= BEHIND);
            long slowlyStored = figure("load", "stored");
            await("rows that are stored slowly").until(() -> figure("load", "stored") > slowlyStored);
            link.delay(Duration.ZERO);

            assertEachStoredOnceInOrder(load.stop());
        }
    }

    private void assertEachStoredOnceInOrder(long each) throws Exception {
        database.awaitCount("numbers", each * CLIENTS);
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(database.query("SELECT n FROM numbers WHERE client = '" + client + "' ORDER BY ts"))
                    .as(PacedLoad.topic(client))
                    .isEqualTo(
                            LongStream.range(0, each).mapToObj(List::<Object>of).toList());
        }
        awaitFigure("load", "stored", each * CLIENTS);
        assertThat(figure("load", "retried")).isZero();
        assertThat(figure("load", "dropped")).isZero();
        assertThat(deadLetters()).isEmpty();
    }
}
