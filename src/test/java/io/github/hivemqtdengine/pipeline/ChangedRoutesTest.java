// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.EpochClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routes and databases become others while the pipeline runs. */
class ChangedRoutesTest extends SpooledPipelines {

    private static final RetrySettings ONCE_AN_HOUR =
            new RetrySettings(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

    @RegisterExtension
    final CapturedLog lines = new CapturedLog();

    private final TestRoute route = TestRoute.arrivalRoute("a");

    @Test
    void shouldStoreEverythingInOrderWhileRoutesComeAndGo() throws Exception {
        var pipeline = start("layout", spooled(3, 20), route);
        var publishing = CompletableFuture.runAsync(() -> publish(pipeline, "a/x", 3_000));
        for (int i = 0; !publishing.isDone(); i++) {
            change(pipeline, TestRoute.arrivalRoute("a"), other(Integer.toString(i % 7)));
        }
        publishing.join();

        awaitCompleted(pipeline, "a");
        assertThat(payloadsOf("a/x")).isEqualTo(numbers(3_000));
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldMapWhatWaitsByTheRouteOfNow() throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", spooled(1, 10), route);
        publish(pipeline, "a/x", 100);
        await().until(() -> database.waitingAtGate.get() > 0);

        change(pipeline, TestRoute.payloadTimeRoute("a", EqualTimestamps.OVERWRITE, 7));
        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(payloadsOf("a/x")).isEqualTo(numbers(100));
        assertThat(database.stored.get(0).timestamp()).isNotEqualTo(7);
        assertThat(database.stored.get(99).timestamp()).isEqualTo(7);
    }

    @Test
    void shouldMakeDeadLettersOfWhatWaitsForARouteThatHasGone() throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", spooled(1, 10), route);
        publish(pipeline, "a/x", 200);
        await().until(() -> database.waitingAtGate.get() > 0);

        change(pipeline);
        assertThat(pipeline.match("a/x")).isEmpty();
        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(letters)
                .isNotEmpty()
                .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.NO_ROUTE));
        assertThat(letters.size() + database.stored.size()).isEqualTo(200);
    }

    @Test
    void shouldAcceptWhatAnEarlierRouteOfTheSameIdHasMatched() throws Exception {
        var pipeline = start("layout", spooled(1, 10), route);
        var matched = pipeline.match("a/x");
        change(pipeline, TestRoute.arrivalRoute("a"));

        pipeline.accept(matched, message("a/x", "late"));

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("late");
    }

    @ParameterizedTest
    @EnumSource(PendingAck.Stage.class)
    void shouldAcknowledgeADeadLetterOfARouteThatHasGoneSinceItMatched(PendingAck.Stage stage) throws Exception {
        var pipeline = start("layout", spooled(1, 10), route);
        var matched = pipeline.match("a/x");
        change(pipeline);
        var pendingAck = new PendingAck(stage);

        pipeline.accept(matched, message("a/x", "late"), pendingAck);

        assertThat(pendingAck.hasArrived()).isTrue();
        assertThat(letters)
                .singleElement()
                .satisfies(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.NO_ROUTE));
        assertThat(pipeline.counters("a").inFlight()).isZero();
        assertThat(pipeline.counters("a").difference()).isZero();
    }

    /** A message that waits in a lane of the first database must not get into the wrong one. */
    @Test
    void shouldNotWriteWhatWaitsForARouteThatCameBackWithAnotherDatabase() throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", spooled(1, 10), route);
        publish(pipeline, "a/x", 100);
        await().until(() -> database.waitingAtGate.get() > 0);
        var second = new ScriptedDatabase("second");

        pipeline.change(RouteTable.of(List.of()), List.of(database));
        pipeline.change(RouteTable.of(List.of(inDatabase("second"))), List.of(database, second));
        gate.countDown();
        publish(pipeline, "a/x", "new");

        awaitCompleted(pipeline, "a");
        assertThat(second.values()).containsExactly("new");
        assertThat(letters.size() + database.stored.size()).isEqualTo(100);
    }

    /** One of them may be a BIRTH, whose names the route would take from the one before. */
    @Test
    void shouldTellARouteOfAnotherDatabaseNowWhatItsFormerLanesLose() throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", spooled(1, 10), new EdgeNodeRoute());
        publish(pipeline, "a/x", 100);
        await().until(() -> database.waitingAtGate.get() > 0);
        var moved = new EdgeNodeRoute("second");

        pipeline.change(RouteTable.of(List.of(moved)), List.of(database, new ScriptedDatabase("second")));
        gate.countDown();

        awaitCompleted(pipeline, "r");
        assertThat(letters).isNotEmpty();
        assertThat(moved.lostMessages)
                .extracting(InboundMessage::arrivalMicros)
                .containsExactlyElementsOf(letters.stream()
                        .map(letter -> letter.message().arrivalMicros())
                        .toList());
    }

    @Test
    void shouldTellOtherRoutesWhatARouteThatHasGoneLoses() throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", spooled(1, 10), route);
        var matched = pipeline.match("a/x");
        publish(pipeline, "a/x", 100);
        await().until(() -> database.waitingAtGate.get() > 0);
        var renamed = new EdgeNodeRoute();

        change(pipeline, renamed);
        pipeline.accept(matched, message("a/x", "late"));
        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(letters).extracting(letter -> letter.message().topic()).contains("a/x");
        assertThat(renamed.lostMessages).hasSameSizeAs(letters);
    }

    /** With a wrong password a lane looks once an hour only; another one is tried at once. */
    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"TRANSIENT", "FATAL"})
    void shouldGoOnInOrderWithTheDatabaseThatTakesThePlaceOfAnother(FailureKind kind) throws Exception {
        database.connectFailure = kind;
        var settings =
                new DeliverySettings(lanes(1), batch(50), spooled(1, 20).intake(), ONCE_AN_HOUR, Duration.ofMillis(50));
        var pipeline = start("layout", settings, route);
        publish(pipeline, "a/x", 100);
        await().until(() -> database.connects.get() > 1);
        var second = new ScriptedDatabase();
        second.precision = Precision.NANOSECONDS;

        pipeline.change(RouteTable.of(List.of(route)), List.of(second));
        publish(pipeline, "a/y", 100);

        awaitCompleted(pipeline, "a");
        assertThat(second.stored).hasSize(200);
        assertThat(second.stored.stream()
                        .filter(row -> row.subtable().equals("a/x"))
                        .<Object>map(row -> String.valueOf(row.column(0)))
                        .toList())
                .isEqualTo(numbers(100));
        await().until(() -> database.openWriters.get() == 0);
    }

    @Test
    void shouldNotTouchTheLanesOfADatabaseThatStaysTheSame() throws Exception {
        var pipeline = start("layout", spooled(4, 20), route);
        var opened = database.openWriters.get();
        var second = new ScriptedDatabase("second");

        pipeline.change(RouteTable.of(List.of(route, inDatabase("second", "b"))), List.of(database, second));
        publish(pipeline, "b/x", 10);
        awaitCompleted(pipeline, "b");
        pipeline.change(RouteTable.of(List.of(route)), List.of(database));

        assertThat(second.values()).isEqualTo(numbers(10));
        await().until(() -> second.openWriters.get() == 0);
        assertThat(database.openWriters.get()).isEqualTo(opened);
    }

    @Test
    void shouldMakeDeadLettersOfWhatWaitsForADatabaseThatHasGone() throws Exception {
        var second = new ScriptedDatabase("second");
        second.connectFailure = FailureKind.TRANSIENT;
        var pipeline = start("layout", spooled(2, 20), route);
        var both = RouteTable.of(List.of(route, inDatabase("second", "b")));
        pipeline.change(both, List.of(database, second));
        publish(pipeline, "b/x", 500);
        await().until(() -> second.connects.get() > 2);

        pipeline.change(RouteTable.of(List.of(route)), List.of(database));

        assertThat(pipeline.counters("b").inFlight()).isZero();
        assertThat(pipeline.counters("b").difference()).isZero();
        assertThat(letters).hasSize(500);

        second.recover();
        pipeline.change(both, List.of(database, second));
        publish(pipeline, "b/x", 20);
        awaitCompleted(pipeline, "b");
        assertThat(second.values()).isEqualTo(numbers(20));
        assertThat(letters).hasSize(500);
    }

    @Test
    void shouldRememberWhichTablesWereShared() {
        var one = RouteTable.of(List.of(route));
        var two = RouteTable.of(List.of(route, other("b")));

        assertThat(SharedTables.NONE.and(one).of("db")).isEmpty();
        assertThat(SharedTables.NONE.and(one).and(two).of("db")).containsExactly("t");
        assertThat(SharedTables.NONE.and(two).and(one).of("db")).containsExactly("t");
        assertThat(SharedTables.NONE.and(two).of("second")).isEmpty();
    }

    private void change(Pipeline pipeline, Route... routes) {
        pipeline.change(RouteTable.of(List.of(routes)), List.of(database));
    }

    private static TestRoute other(String id) {
        return TestRoute.arrivalRoute("other-" + id);
    }

    private static Route inDatabase(String databaseId) {
        return inDatabase(databaseId, "a");
    }

    private static Route inDatabase(String databaseId, String id) {
        return new RouteElsewhere(TestRoute.arrivalRoute(id), databaseId);
    }

    /** A broker's thread that has matched by the earlier routes may be slow. */
    @Test
    void shouldMakeADeadLetterOfWhatComesToADatabaseThatHasGone() throws Exception {
        var outcomes = new Outcomes(letters::add, EpochClock.SYSTEM);
        var accounts = new Accounts(PipelineMetrics.NONE);
        var spool = open(folder.resolve("spool"), "layout");
        var factory =
                new LaneFactory(() -> Routing.NONE, spooled(1, 10), outcomes, PipelineMetrics.NONE, accounts, spool);
        var all = new AllLanes(factory, spool, Duration.ofSeconds(1));
        all.create(List.of(database));
        all.start((logged, otherwise) -> true);
        var lanes = Objects.requireNonNull(all.byDatabase().get("db"));
        var account = accounts.of("a");
        account.receive();
        var pendingAck = new PendingAck(PendingAck.Stage.QUEUED);

        all.keepOnly(List.of());
        var route = TestRoute.arrivalRoute("a");
        var late = new QueuedMessage(account, message("a/x", "late"), pendingAck);
        assertThat(lanes.choice(route).enqueue(late)).isTrue();

        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.STOPPED);
        assertThat(pendingAck.hasArrived()).isTrue();
        assertThat(account.inFlight()).isZero();
        assertThat(lines.lines()).noneMatch(line -> line.contains("disk fails") || line.contains("Spool accepts no"));
    }
}
