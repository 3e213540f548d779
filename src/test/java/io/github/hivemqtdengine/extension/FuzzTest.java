// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.extension.publish.ClientBacklogTest;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PublishInterceptor;
import io.github.hivemqtdengine.extension.publish.PublishPermissions;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterFolder;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishes random messages: nothing is thrown into the broker and the account is even. {@code -Dfuzz.messages=1000000}
 * sets the number of messages, {@code -Dfuzz.seed} repeats an earlier run.
 */
class FuzzTest {

    private static final int MESSAGES = Integer.getInteger("fuzz.messages", 2_000);
    private static final boolean SHORT = Integer.getInteger("fuzz.messages") == null;
    /** The short form publishes the same messages in every build. */
    private static final long SEED =
            Long.getLong("fuzz.seed", SHORT ? 1 : ThreadLocalRandom.current().nextLong());

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final PublishInboundOutput OUTPUT = unasked(PublishInboundOutput.class);

    private static final String CONFIGURATION = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>fussy</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>taosdata</password>
                  <name>mqtt</name>
                </database>
              </databases>
              <routes>
                <route>
                  <id>everything</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="messages" sub-table="${mqtt-topic}">
                    <timestamp/>
                    <tag    name="topic"   type="VARCHAR(4096)" value="${mqtt-topic}"/>
                    <column name="client"  type="VARCHAR(64)"   value="${mqtt-client-id}"/>
                    <column name="type"    type="VARCHAR(100)"  value="${mqtt-content-type}" on-missing="null"/>
                    <column name="expiry"  type="BIGINT"        value="${mqtt-message-expiry}" on-missing="null"/>
                    <column name="facts"   type="VARCHAR(999)"  on-missing="null" value="${concat(client-address, mqtt-packet-id)}"/>
                    <column name="answer"  type="VARBINARY(20)" value="${mqtt-correlation-data}" on-missing="null"/>
                    <column name="more"    type="VARCHAR(99)"   value="${mqtt-user-properties-json}" on-missing="null"/>
                    <column name="payload" type="VARCHAR(500)"  value="${payload}"/>
                  </table>
                </route>
                <route>
                  <id>hex</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>+/+/#</mqtt-topic-filter>
                    <exclude>json/#</exclude>
                  </mqtt-topic-filters>
                  <payload format="raw" encoding="hex"/>
                  <table super-table="hex" sub-table="hex">
                    <timestamp/>
                    <tag    name="kind"    type="VARCHAR(8)"     value="hex"/>
                    <column name="payload" type="VARCHAR(60000)" value="${payload}"/>
                  </table>
                </route>
                <route>
                  <id>strict</id>
                  <mqtt-topic-filters><mqtt-topic-filter>json/{meter}/{any}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="strict" sub-table="m_${mqtt-topic:meter}_${mqtt-topic:any}">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag    name="meter" type="INT"         value="${mqtt-topic:meter}"/>
                    <tag    name="any"   type="NCHAR(10)"   value="${mqtt-topic:any}"/>
                    <column name="v"     type="DOUBLE"      value="${payload:/v}"/>
                    <column name="p"     type="TINYINT"     value="${payload:/p}" default="0"/>
                    <column name="s"     type="VARCHAR(20)" value="${payload:/s}" on-missing="null"/>
                    <column name="unit"  type="VARCHAR(20)" value="${mqtt-user-property:unit}" on-missing="null"/>
                  </table>
                </route>
                <route>
                  <id>lenient</id>
                  <mqtt-topic-filters><mqtt-topic-filter>json/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="lenient" sub-table="l_${mqtt-topic}">
                    <timestamp/>
                    <tag    name="t" type="VARCHAR(100)"    value="${mqtt-topic}"/>
                    <column name="b" type="BIGINT UNSIGNED" value="${payload:/b}" on-missing="null"/>
                    <column name="d" type="DECIMAL(20,5)"   value="${payload:/d}" on-missing="null"/>
                    <column name="f" type="FLOAT"           value="${payload:/v}" on-missing="null"/>
                    <column name="x" type="BOOL"            value="${payload:/x}" on-missing="null"/>
                    <column name="w" type="TIMESTAMP"       value="${payload:/t}" on-missing="null"/>
                    <column name="y" type="VARBINARY(50)"   value="${payload:/s}" on-missing="null"/>
                    <column name="g" type="GEOMETRY(100)"   value="${payload:/p}" on-missing="null"/>
                    <column name="u" type="NCHAR(30)"       value="${payload:/ü}" on-missing="null"/>
                  </table>
                  <on-error decode="dead-letter" missing="drop" type-mismatch="drop"/>
                </route>
                <route>
                  <id>rows</id>
                  <mqtt-topic-filters><mqtt-topic-filter>rows/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/rows"/>
                  <table super-table="series" sub-table="s_${mqtt-client-id}"
                      where="mqtt-qos > 0 or mqtt-payload-size &lt; 99 or mqtt-user-property:unit > 3">
                    <timestamp/>
                    <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                    <column name="v"      type="DOUBLE"      value="${payload:/v}"/>
                    <column name="p"      type="INT"         value="${payload:/p}" on-missing="null"/>
                  </table>
                </route>
              </routes>
              <delivery>
                <batch rows="200" linger="1 ms"/>
                <queue messages="200" bytes="1 MiB"/>
                <retry first-delay="1 ms" max-delay="2 ms" probe-delay="1 ms"/>
                <spool min-free-bytes="0 B"/>
                <dead-letters max-bytes="32 MiB"/>
              </delivery>
            </hivemq-tdengine-extension>
            """;

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom("io.github.hivemqtdengine");

    private final List<String> defects = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @Test
    void shouldThrowNothingAndCloseTheAccount() throws Exception {
        var settings = new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), CONFIGURATION));
        var routes = RouteTable.of(
                settings.routes().stream().map(RouteCompiler::compile).toList());
        var database = new FussyDatabase("fussy");
        try (var spool = Spool.open(folder.resolve("spool"), SpoolLayout.of(settings), settings.spool());
                var letters = new DeadLetterFolder(folder, settings.deadLetters(), false, Clock.systemUTC());
                var pipeline = pipeline(routes, database, settings, notingDefects(letters), spool)) {
            pipeline.start();

            var client = new PublishInterceptor.Client(
                    "client",
                    "user",
                    new PublishPermissions(new ModifiableDefaultPermissionsImpl()),
                    new ConnectionMetadata(BrokerStub.connection(), () -> null));
            long wanted = publish(new PublishInterceptor(
                    () -> pipeline,
                    client,
                    null,
                    new MessageLimit(settings.capture().maxMessageBytes()),
                    new ArrivalClock(EpochClock.SYSTEM),
                    ClientBacklogTest.unlimited()));

            for (var route : routes.routes()) {
                assertAccount(pipeline, route.id());
            }
            long rows = routes.routes().stream()
                    .mapToLong(route -> pipeline.counters(route.id()).get(AccountCounter.STORED_ROWS))
                    .sum();
            assertThat(rows).as(seed()).isEqualTo(database.rows());
            assertThat(pipeline.counters("everything").received()).isEqualTo(wanted);
        }
        assertThat(defects).as(seed()).isEmpty();
        assertThat(log.lines()).as(seed()).noneMatch(line -> line.contains("Internal error"));
        assertThat(Spool.mayHoldMessages(folder.resolve("spool"))).isFalse();
    }

    private static Pipeline pipeline(
            RouteTable routes, FussyDatabase database, ExtensionSettings settings, DeadLetters letters, Spool spool) {
        return new Pipeline(routes, List.of(database), settings.delivery(), letters, PipelineMetrics.NONE, spool);
    }

    private DeadLetters notingDefects(DeadLetters letters) {
        return new DeadLetters() {
            @Override
            public boolean keep(DeadLetter letter) throws IOException {
                if (letter.reason() == DeadLetterReason.DEFECT) {
                    defects.add(letter.detail());
                }
                return letters.keep(letter);
            }

            @Override
            public boolean sync() {
                return letters.sync();
            }
        };
    }

    /** Returns how many of them the filter # means: not those whose topic begins with a dollar sign. */
    private static long publish(PublishInterceptor interceptor) {
        var random = new FuzzedText(SEED);
        long wanted = 0;
        for (int i = 0; i < MESSAGES; i++) {
            var packet = FuzzedPublish.of(random);
            wanted += packet.topic().startsWith("$") ? 0 : 1;
            interceptor.onInboundPublish(input(packet), OUTPUT);
        }
        return wanted;
    }

    private static void assertAccount(Pipeline pipeline, String routeId) {
        var counters = pipeline.counters(routeId);
        await("route " + routeId + ", " + seed()).atMost(PATIENCE).until(() -> counters.inFlight() == 0);
        System.out.printf(
                "%-10s received %,d = stored %,d + dead letters %,d + dropped %,d%n",
                routeId, counters.received(), counters.stored(), counters.deadLettered(), counters.dropped());
        assertThat(counters.difference()).as(routeId).isZero();
        assertThat(counters.stored()).as(routeId).isPositive();
        assertThat(counters.get(DropReason.OVERFLOW)).as(routeId).isZero();
    }

    private static String seed() {
        return "-Dfuzz.messages=" + MESSAGES + " -Dfuzz.seed=" + SEED;
    }

    private static PublishInboundInput input(PublishPacket packet) {
        return proxy(PublishInboundInput.class, packet);
    }

    private static <T> T unasked(Class<T> type) {
        return proxy(type, null);
    }

    private static <T> T proxy(Class<T> type, @Nullable Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer));
    }
}
