// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The configuration is changed while the broker runs and clients publish. */
class ReloadIT extends LinkedBrokerTest {

    private static final String CHANGED = "INFO Configuration change applied: ";
    private static final String REFUSED =
            "ERROR Configuration change rejected; the previous configuration stays active:";
    private static final int CLIENTS = 3;
    private static final Duration BETWEEN_MESSAGES = Duration.ofMillis(2);

    private static final String EXTRA = Routes.NUMBERS
            .replace("<id>load</id>", "<id>extra</id>")
            .replace("\"numbers\"", "\"extras\"")
            .replace("numbers_", "extras_");

    private static final String MORE_COLUMNS = Routes.NUMBERS.replace(
            "</table>", "<column name=\"again\" type=\"BIGINT\" value=\"${payload:/n}\"/></table>");

    /** Successive mappings, and the log line of each change. */
    private static final List<List<String>> STEPS = List.of(
            List.of(MORE_COLUMNS, CHANGED + "routes changed load"),
            List.of(MORE_COLUMNS + EXTRA, CHANGED + "routes added extra"),
            List.of(MORE_COLUMNS + EXTRA.replace("BIGINT", "BIGGINT"), REFUSED),
            List.of(MORE_COLUMNS + EXTRA.replace("load/{client}", "load/{client}/#"), CHANGED + "routes changed extra"),
            List.of(Routes.NUMBERS, CHANGED + "routes changed load, removed extra"));

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Tag("full")
    @Test
    void shouldLoseAndReorderNothingWhileTheMappingChangesAgainAndAgain() throws Exception {
        startBehindLink(evolving(Routes.NUMBERS));
        var published = new ArrayList<CompletableFuture<Integer>>();
        var isOver = new AtomicBoolean();
        for (int client = 0; client < CLIENTS; client++) {
            published.add(publishUntil(isOver, client));
        }
        awaitSome("numbers");
        var threads = laneThreads("tdengine-test-");

        for (int round = 0; round < 4; round++) {
            for (var step : STEPS) {
                changeTo(evolving(step.get(0)), step.get(1));
            }
        }
        isOver.set(true);
        var acknowledged = published.stream().map(CompletableFuture::join).toList();

        long all = acknowledged.stream().mapToLong(Integer::longValue).sum();
        assertThat(figure("load", "received")).isEqualTo(all);
        awaitFigure("load", "stored", all);
        database.awaitCount("numbers", all);
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(database.query("SELECT n FROM numbers WHERE client = '" + client + "' ORDER BY ts"))
                    .isEqualTo(numbers(acknowledged.get(client)));
        }
        assertThat(laneThreads("tdengine-test-")).isEqualTo(threads);
        awaitFigure("extra", "in-flight", 0);
        assertThat(figure("extra", "received")).isPositive();
        assertThat(figure("extra", "stored") + deadLetters().size()).isEqualTo(figure("extra", "received"));
        database.awaitCount("extras", figure("extra", "stored"));
    }

    @Test
    void shouldStartWithAnIncludedFileAndFollowItsChange() throws Exception {
        var folder = Files.createDirectories(broker.configurationFile().resolveSibling("routes"));
        var included = Files.writeString(folder.resolve("load.xml"), Routes.NUMBERS);
        startBehindLink(evolving("<include>routes/*.xml</include>"));
        publish(mqtt5("client"), 0, 10);
        database.awaitCount("numbers", 10);

        Files.writeString(included, MORE_COLUMNS);
        await().until(() -> log.text().contains(CHANGED + "routes changed load"));
        publish(mqtt5("client-2"), 10, 20);

        database.awaitCount("numbers", 20);
        assertThat(database.query("SELECT again FROM numbers WHERE n >= 10 ORDER BY n"))
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.get(0)).isNotNull());
        Files.writeString(folder.resolve("extra.xml"), EXTRA);
        await().until(() -> log.text().contains(CHANGED + "routes added extra"));
        Files.delete(included);
        await().until(() -> log.text().contains(CHANGED + "routes removed load"));
    }

    @Test
    void shouldLeaveADatabaseAloneThatDoesNotChange() throws Exception {
        startBehindLink(evolving(Routes.NUMBERS));
        publish(mqtt5("client"), 0, 10);
        database.awaitCount("numbers", 10);
        int connected = link.connected();
        var second = "<database><id>second</id>" + databaseElement().split("</id>", 2)[1];
        var both = evolving(Routes.NUMBERS.replace("</id>", "</id><database-id>test</database-id>")
                        + EXTRA.replace("</id>", "</id><database-id>second</database-id>"))
                .replace("</databases>", second + "</databases>");

        changeTo(both, CHANGED + "routes added extra; databases added second");
        publish(mqtt5("client-2"), 10, 20);
        database.awaitCount("extras", 10);
        changeTo(
                both.replace(
                        second, second.replace("</database>", "<request-timeout>9 s</request-timeout></database>")),
                CHANGED + "databases changed second");
        publish(mqtt5("client-3"), 20, 30);
        database.awaitCount("extras", 20);
        changeTo(evolving(Routes.NUMBERS), CHANGED + "routes removed extra; databases removed second");
        await().until(() -> laneThreads("tdengine-second-").isEmpty());
        publish(mqtt5("client-4"), 30, 40);

        database.awaitCount("numbers", 40);
        assertThat(database.query("SELECT n FROM numbers ORDER BY ts")).isEqualTo(numbers(40));
        assertThat(database.count("extras")).isEqualTo(20);
        assertThat(link.connected()).as("connections through the link").isEqualTo(connected);
    }

    /** As after a move of the server: waiting messages go to the new address. */
    @Tag("full")
    @Test
    void shouldWriteWhatWaitsToTheDatabaseThatTakesThePlaceOfOneThatIsAway() throws Exception {
        startBehindLink(evolving(Routes.NUMBERS));
        link.cut();
        publish(mqtt5("client"), 0, 500);
        assertThat(figure("load", "in-flight")).isEqualTo(500);

        try (var elsewhere = new TcpRelay(database.jdbcUrl())) {
            change(evolving(Routes.NUMBERS).replace(database.jdbcUrl(), elsewhere.jdbcUrl()));
            publish(mqtt5("client-2"), 500, 600);

            database.awaitCount("numbers", 600);
            assertThat(database.query("SELECT n FROM numbers ORDER BY ts")).isEqualTo(numbers(600));
            assertThat(elsewhere.connected()).isPositive();
            broker.stop();
        }
        assertThat(log.lines()).contains(CHANGED + "databases changed test");
    }

    @Test
    void shouldRefuseWhatNeedsARestartAndSayItOnce() throws Exception {
        startBehindLink(evolving(Routes.NUMBERS));

        changeTo(
                evolving(MORE_COLUMNS).replace("</routes>", "</routes><delivery><lanes>2</lanes></delivery>"), REFUSED);
        changeTo(evolving(Routes.NUMBERS.replace("</id>", "</id><source>last-wills</source>")), REFUSED);
        assertThat(metric("last-reload-accepted")).isZero();
        long activeSince = metric("configuration.active-since");
        await("the next second").until(() -> Instant.now().getEpochSecond() > activeSince);
        changeTo(evolving(MORE_COLUMNS), CHANGED + "routes changed load");
        assertThat(metric("last-reload-accepted")).isOne();
        assertThat(metric("configuration.reloads")).isOne();
        assertThat(metric("configuration.rejected")).isEqualTo(2);
        assertThat(metric("configuration.active-since")).isGreaterThan(activeSince);

        assertThat(log.lines().stream().filter(line -> line.startsWith(REFUSED)))
                .containsExactly(
                        REFUSED + "\n<delivery> was changed; restart the broker to apply the change",
                        REFUSED + "\nRoute \"load\" has the source last-wills, which no route had at the start; restart"
                                + " the broker to apply the change");
    }

    @Tag("full")
    @Test
    void shouldReplayByTheRoutesOfNow() throws Exception {
        startBehindLink(evolving(Routes.NUMBERS.replace("${payload:/n}", "${payload:/name}")));
        publish(mqtt5("client"), 0, 20);
        awaitFigure("load", "dead-lettered", 20);

        changeTo(evolving(Routes.NUMBERS), CHANGED + "routes changed load");
        var replay = Files.createDirectories(broker.extensionDataFolder().resolve("replay"));
        Files.move(deadLetterFile(), replay.resolve("dead-letters.jsonl"));

        database.awaitCount("numbers", 20);
        assertThat(database.query("SELECT n FROM numbers ORDER BY ts")).isEqualTo(numbers(20));
    }

    private String databaseElement() {
        var xml = evolving("");
        return xml.substring(xml.indexOf("<database>"), xml.indexOf("</databases>"));
    }

    private String evolving(String routes) {
        return configuration(routes, "").replace("</database>", "<schema>evolve</schema></database>");
    }

    /** Changes the broker's configuration. */
    private void change(String configuration) throws IOException {
        Files.writeString(broker.configurationFile(), configuration);
    }

    /** The same, and waits until the log says so. */
    private void changeTo(String configuration, String line) throws IOException {
        Predicate<String> isThere = logged -> logged.startsWith(line);
        long before = log.lines().stream().filter(isThere).count();
        change(behindLink(configuration));
        await(line).until(() -> log.lines().stream().filter(isThere).count() == before + 1);
    }

    /** The first database is the one that the link leads to. */
    private String behindLink(String configuration) {
        int at = configuration.indexOf(database.jdbcUrl());
        return configuration.substring(0, at)
                + link.jdbcUrl()
                + configuration.substring(at + database.jdbcUrl().length());
    }

    private CompletableFuture<Integer> publishUntil(AtomicBoolean isOver, int number) {
        var client = mqtt5(Integer.toString(number));
        return CompletableFuture.supplyAsync(() -> {
            int next = 0;
            while (!isOver.get()) {
                publish(client, Integer.toString(number), next++);
                LockSupport.parkNanos(BETWEEN_MESSAGES.toNanos());
            }
            return next;
        });
    }

    private static void publish(Mqtt5BlockingClient client, int from, int to) {
        IntStream.range(from, to).forEach(number -> publish(client, "all", number));
    }

    private static void publish(Mqtt5BlockingClient client, String topic, int number) {
        client.publishWith()
                .topic("load/" + topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("{\"n\":" + number + "}"))
                .send();
    }

    private void awaitSome(String table) {
        await().until(() -> database.count(table) > 0);
    }

    private static List<List<Object>> numbers(int count) {
        return LongStream.range(0, count)
                .mapToObj(number -> List.<Object>of(number))
                .toList();
    }

    /** The threads themselves: one that ended and another one of its name are not the same. */
    private static Set<Thread> laneThreads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .collect(Collectors.toSet());
    }

    private long metric(String name) {
        return (Long)
                broker.metrics().gauge("com.hivemq.extensions.tdengine." + name).getValue();
    }
}
