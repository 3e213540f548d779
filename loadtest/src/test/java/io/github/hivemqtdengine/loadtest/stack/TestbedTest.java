package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.mqtt.Load;
import io.github.hivemqtdengine.loadtest.mqtt.LoadRun;
import io.github.hivemqtdengine.loadtest.mqtt.Payloads;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestbedTest {

    private static final Path NO_ZIP = Path.of("");

    private static Testbed testbed;

    @BeforeAll
    static void start() throws Exception {
        testbed = Testbed.start(Optional.empty(), true);
    }

    @AfterAll
    static void stop() {
        testbed.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"BARE", "DO_NOTHING"})
    void shouldCountEveryDeliveryAndEveryAcknowledgement(BrokerMode mode) throws Exception {
        try (var broker = testbed.broker(mode, NO_ZIP, List.of())) {
            var delivered = LoadRun.of(Load.mqttloader(3, 2, 100), broker.address());
            var acknowledged = LoadRun.of(
                    Load.publishersOnly(2, 3_000, List.of("a", "b"), Payloads.meterJson()), broker.address());

            assertThat(delivered.published().total()).isEqualTo(300);
            assertThat(delivered.received().total()).isEqualTo(600);
            assertThat(delivered.latencies().stream()).allMatch(micros -> micros >= 0);
            assertThat(acknowledged.published().total()).isEqualTo(6_000);
            assertThat(acknowledged.received().total()).isZero();
        }
    }

    @Test
    void shouldEndABrokerWithItsProcess() throws Exception {
        var broker = testbed.broker(BrokerMode.BARE, NO_ZIP, List.of());

        broker.close();

        assertThat(broker.process().onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldCountTheRowsOfATableExactly() throws Exception {
        try (var rows = new RowCount(testbed.database())) {
            assertThat(rows.of("counted")).isZero();

            insert(LongStream.rangeClosed(1, 250).toArray());

            assertThat(rows.await("counted", 250, Duration.ofSeconds(30))).isEqualTo(250);
            assertThat(rows.await("counted", 251, Duration.ofMillis(50))).isEqualTo(250);
        }
    }

    private static void insert(long... micros) throws SQLException {
        try (var connection = testbed.database().connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE counted (ts TIMESTAMP) TIMESTAMP(ts) PARTITION BY DAY WAL");
            for (long value : micros) {
                statement.execute("INSERT INTO counted VALUES (" + value + ")");
            }
        }
    }
}
