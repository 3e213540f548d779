// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import io.github.hivemqtdengine.testkit.ParameterSample;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcome of messages, from the queue to the driver, for every error code of the driver. */
class VendorCodesTest {

    private static final int UNKNOWN_CODE = 0x7abc;
    /** No second message of the batch, so that its neighbours are on both sides. */
    private static final int GUILTY = 5;

    private static final int MESSAGES = 8;
    /** The subtable of all messages but those of the topic {@link #NEW_TOPIC}. */
    private static final String THERE = "m";

    private static final String NEW_TOPIC = "meter/new";
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer("SELECT TAGS tbname FROM `Factory`.`meters` WHERE tbname IN (", List.of(List.of(THERE)))
            .answer(
                    "DESCRIBE",
                    List.of(
                            List.of("ts", "TIMESTAMP", 8, ""),
                            List.of("reading", "DOUBLE", 8, ""),
                            List.of("note", "VARCHAR", 100, ""),
                            List.of("site", "VARCHAR", 64, "TAG")));
    private final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    private final JdbcDatabase database = ScriptedDialect.database(script, SchemaMode.CREATE);
    /** One lane, and batches of as many rows as there are messages. */
    private final Pipeline pipeline = new Pipeline(
            RouteTable.of(List.of(new Meters())),
            List.of(database),
            new DeliverySettings(
                    new LaneSettings(1, LaneKey.TOPIC, 100, null),
                    new BatchSettings(MESSAGES, 1_000_000, MILLISECOND),
                    IntakeSettings.of(Durability.MEMORY),
                    new RetrySettings(MILLISECOND, MILLISECOND, MILLISECOND),
                    Duration.ofSeconds(30)),
            letters::add,
            PipelineMetrics.NONE,
            null);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final RouteCounters figures = pipeline.counters("meters");

    /** Returns a sample of the codes of each kind. */
    static List<Integer> codes() {
        var kinds = new EnumMap<FailureKind, List<Integer>>(FailureKind.class);
        Stream.concat(TdengineFailures.codes().stream(), Stream.of(UNKNOWN_CODE))
                .sorted()
                .forEach(code -> kinds.computeIfAbsent(kind(code), kind -> new ArrayList<>())
                        .add(code));
        return kinds.values().stream()
                .flatMap(codes -> ParameterSample.of(codes, 2, 0).stream())
                .toList();
    }

    @AfterEach
    void close() {
        script.recover();
        pipeline.close();
        database.close();
    }

    @ParameterizedTest
    @MethodSource("codes")
    void shouldStoreEveryMessageAfterOneFailure(int code) {
        script.fail("INSERT", 1, code);

        startWithABatch();

        awaitCompleted();
        assertThat(letters).isEmpty();
        assertThat(figures.stored()).isEqualTo(MESSAGES);
        switch (kind(code)) {
            case TRANSIENT, CONGESTED, SCHEMA, UNKNOWN, FATAL ->
                assertThat(inserts())
                        .as("the batch and its repetition")
                        .hasSize(2)
                        .containsOnly(inserts().get(0));
            case REJECTED, TOO_LARGE ->
                assertThat(inserts().stream().map(VendorCodesTest::notes))
                        .containsExactly(notes(0, 8), notes(0, 4), notes(4, 8));
        }
    }

    @ParameterizedTest
    @MethodSource("codes")
    void shouldCostNoMoreThanTheOneMessageThatAlwaysFails(int code) {
        script.failAlways(sql -> sql.startsWith("INSERT") && sql.contains("'note " + GUILTY + "'"), code);

        startWithABatch();

        switch (kind(code)) {
            case TRANSIENT -> {
                if (isLostConnection(code)) {
                    assertTheOneIsADeadLetter(DeadLetterReason.SUSPECT);
                } else {
                    assertAllWaitAndAreStoredOnceThatIsMended();
                }
            }
            case CONGESTED, FATAL -> assertAllWaitAndAreStoredOnceThatIsMended();
            case SCHEMA, UNKNOWN, REJECTED, TOO_LARGE -> assertTheOneIsADeadLetter(DeadLetterReason.REJECTED);
        }
    }

    /**
     * Simulates a taosAdapter that breaks the connection whenever it reads the message, and names no message.
     */
    @Test
    void shouldIsolateTheMessageThatLosesTheConnection() {
        shouldCostNoMoreThanTheOneMessageThatAlwaysFails(0x231e);
    }

    private static boolean isLostConnection(int code) {
        return TdengineFailures.classify(new SQLException("", "", code)).unreachable();
    }

    /** The database answers nothing, so the failure isolates no message. */
    @Test
    void shouldStoreAllAfterAnOutage() {
        script.failAlways(sql -> sql.startsWith("INSERT") || sql.startsWith("SELECT `ts`"), 0x231e);

        startWithABatch();

        await().pollInterval(MILLISECOND).until(() -> inserts().size() >= 50);
        script.recover();
        awaitCompleted();
        assertThat(letters).isEmpty();
        assertThat(figures.stored()).isEqualTo(MESSAGES);
    }

    private void assertAllWaitAndAreStoredOnceThatIsMended() {
        await().pollInterval(MILLISECOND).until(() -> inserts().size() >= 3);
        assertThat(figures.stored()).isZero();
        assertThat(inserts())
                .as("the identical batch again")
                .containsOnly(inserts().get(0));

        script.recover();

        awaitCompleted();
        assertThat(letters).isEmpty();
        assertThat(figures.stored()).isEqualTo(MESSAGES);
        assertThat(inserts())
                .as("the identical batch to the end")
                .containsOnly(inserts().get(0));
    }

    private void assertTheOneIsADeadLetter(DeadLetterReason reason) {
        awaitCompleted();
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(reason);
            assertThat(letter.message().payload()).asString().isEqualTo("note " + GUILTY);
        });
        assertThat(figures.stored()).isEqualTo(MESSAGES - 1);
        assertThat(inserts())
                .filteredOn(sql -> !sql.contains("'note " + GUILTY + "'"))
                .hasSize(3);
    }

    /** Opening the database fails while it is being recreated; these failures count against no message. */
    @Test
    void shouldCostNothingThatTheDatabaseIsMissingForAWhile() {
        script.failAlways(sql -> sql.startsWith("INSERT") || sql.startsWith("DESCRIBE"), 0x0388);

        startWithABatch();

        await().pollInterval(MILLISECOND)
                .until(() -> script.statements("DESCRIBE").size() >= 10);
        script.recover();
        awaitCompleted();
        assertThat(letters).isEmpty();
        assertThat(figures.stored()).isEqualTo(MESSAGES);
    }

    /** They are known before anything is sent, so that no half of the batch has to be tried for them. */
    @Test
    void shouldWriteTheBatchOnceWithoutTheMessagesThatNoSqlCanHold() {
        for (int i = 0; i < MESSAGES; i++) {
            publish("meter/1", i, i % 3 == 0 ? "\u0000" : "note " + i);
        }
        pipeline.start();

        awaitCompleted();
        assertThat(letters).hasSize(3).allSatisfy(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.REJECTED);
            assertThat(letter.detail()).contains("U+0000");
        });
        assertThat(inserts())
                .singleElement()
                .satisfies(sql ->
                        assertThat(notes(sql)).containsExactly("note 1", "note 2", "note 4", "note 5", "note 7"));
    }

    /** A publisher may cause new subtables, but must not stop writes to existing ones. */
    @ParameterizedTest
    @ValueSource(ints = {0x0803, 0x080C, 0x080D})
    void shouldRefuseOnlyTheSubtablesThatALicenceDoesNotAllow(int code) {
        script.failAlways(sql -> sql.contains("`Factory`.`new` USING"), code);

        for (int i = 0; i < MESSAGES; i++) {
            publish(i % 2 == 0 ? NEW_TOPIC : "meter/1", i);
        }
        pipeline.start();

        awaitCompleted();
        assertThat(figures.stored()).isEqualTo(MESSAGES / 2);
        assertThat(letters).hasSize(MESSAGES / 2).allSatisfy(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.REJECTED);
            assertThat(letter.message().topic()).isEqualTo(NEW_TOPIC);
            assertThat(letter.detail())
                    .contains("subtable new can't be created", String.format("0x%04x", code), "licence");
        });
        assertThat(inserts()).hasSize(2);
        assertThat(log.lines()).noneMatch(line -> line.contains("messages wait"));
    }

    private static FailureKind kind(int code) {
        if (TdengineFailures.NO_MORE_TABLES.contains(code)) {
            return FailureKind.FATAL; // all subtables are there, so no message is to blame
        }
        return TdengineFailures.classify(new SQLException("any", "", code)).kind();
    }

    private List<String> inserts() {
        return script.statements("INSERT");
    }

    private static List<String> notes(int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> "note " + number).toList();
    }

    private static List<String> notes(String insert) {
        return notes(0, MESSAGES).stream()
                .filter(note -> insert.contains("'" + note + "'"))
                .toList();
    }

    private void startWithABatch() {
        for (int i = 0; i < MESSAGES; i++) {
            publish("meter/1", i);
        }
        pipeline.start();
    }

    private void publish(String topic, int number) {
        publish(topic, number, "note " + number);
    }

    private void publish(String topic, int number, String note) {
        var message = new InboundMessage(
                topic,
                note.getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.NONE,
                1_700_000_000_000_000L + number);
        pipeline.accept(pipeline.match(topic), message);
    }

    private void awaitCompleted() {
        await().pollInterval(MILLISECOND).until(() -> figures.inFlight() == 0);
        assertThat(figures.difference()).isZero();
    }

    /** The payload is the note of a row of {@link TestTables#METERS}. */
    private static final class Meters implements Route {

        @Override
        public String id() {
            return "meters";
        }

        @Override
        public String databaseId() {
            return "plant";
        }

        @Override
        public RouteTopics topics() {
            return RouteTopics.of(TopicFilter.parse("meter/#"));
        }

        @Override
        public List<TableHandle> tables() {
            return List.of(METERS);
        }

        @Override
        public TimeKeys timeKeys() {
            return new TimeKeys(EqualTimestamps.OVERWRITE, false, false);
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents events) {
            var note = new String(message.payload(), StandardCharsets.UTF_8);
            var subtable = message.topic().equals(NEW_TOPIC) ? "new" : THERE;
            return List.of(row(METERS, subtable, message.arrivalMicros() * 1_000, 1.0, note, "site"));
        }
    }
}
