// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.PacedLoad;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A test that does something to TDengine while messages come in at a steady pace, and counts at the end. {@code
 * -Dfault.rounds=20} does it again and again under one load.
 */
abstract class FaultTest extends BrokerFixture {

    static final int ROUNDS = Integer.getInteger("fault.rounds", 1);

    private static final int CLIENTS = 4;
    private static final int MESSAGES_PER_SECOND = 1_000;

    /** Little memory, so that a backlog waits on disk. */
    private static final String DELIVERY = """
            <delivery>
              <queue messages="100"/>
              <batch linger="20 ms"/>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
            </delivery>
            """;

    private static final String TIMEOUTS = """
            <connect-timeout>5 s</connect-timeout>
            <request-timeout>5 s</request-timeout>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private @Nullable PacedLoad load;

    @AfterEach
    final void stopLoad() {
        if (load != null) {
            load.close();
        }
    }

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return TDengineServer.shared().freshDatabase();
    }

    /** Starts a broker that gives up requests after two seconds. */
    final void startBroker() throws IOException {
        startBroker(UnaryOperator.identity());
    }

    /** The same with another configuration. */
    final void startBroker(UnaryOperator<String> change) throws IOException {
        var configuration = configuration(Routes.NUMBERS, DELIVERY).replace("</database>", TIMEOUTS + "</database>");
        Files.writeString(broker.configurationFile(), change.apply(configuration));
        broker.start(0);
    }

    /** Starts the load, and returns when messages of it are being stored. */
    final PacedLoad startLoad() {
        var started = new PacedLoad(clients(), MESSAGES_PER_SECOND);
        load = started;
        awaitCurrent();
        return started;
    }

    private List<Mqtt5AsyncClient> clients() {
        return IntStream.range(0, CLIENTS)
                .mapToObj(number -> mqtt5("client-" + number).toAsync())
                .toList();
    }

    /** Waits until newly received messages are stored and less than half a second of messages is in flight. */
    final void awaitCurrent() {
        long goal = load().acknowledged() + MESSAGES_PER_SECOND;
        await("new messages being stored")
                .until(() -> figure("load", "stored") >= goal && figure("load", "in-flight") < MESSAGES_PER_SECOND / 2);
    }

    /** Waits until many messages wait. */
    final void awaitBacklog() {
        await("messages that wait").until(() -> figure("load", "in-flight") >= 2 * MESSAGES_PER_SECOND);
    }

    /** Waits until this many log lines contain a string. */
    final void awaitLines(String part, long count) {
        await("lines with " + part).until(() -> lines(part), found -> found == count);
    }

    /** Number of log lines that contain a string. */
    final long lines(String part) {
        return log.lines().stream().filter(line -> line.contains(part)).count();
    }

    /** Stops the load and compares acknowledged with stored messages: each message once, topics in order. */
    final void assertEachStoredOnceInOrder() throws Exception {
        long each = load().stop();
        assertThat(each).isPositive();
        database.awaitCount("numbers", each * CLIENTS);
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(numbers(client))
                    .as(PacedLoad.topic(client))
                    .isEqualTo(LongStream.range(0, each).boxed().toList());
        }
        awaitFigure("load", "stored", each * CLIENTS);
        assertThat(deadLetters()).isEmpty();
    }

    private PacedLoad load() {
        return Objects.requireNonNull(load, "the load was not started");
    }

    private List<@Nullable Object> numbers(int client) throws Exception {
        return database.query("SELECT n FROM numbers WHERE client = '" + client + "' ORDER BY ts").stream()
                .<@Nullable Object>map(row -> row.get(0))
                .toList();
    }
}
