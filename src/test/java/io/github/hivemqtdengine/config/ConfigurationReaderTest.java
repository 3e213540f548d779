// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.config.xml.Location;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationReaderTest {

    private static final String MINIMAL = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>local</id>
                  <jdbc-url>jdbc:postgresql://localhost:8812/qdb</jdbc-url>
                  <username>admin</username>
                  <password>quest</password>
                </database>
              </databases>
              <routes>
                <route>
                  <id>all</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="messages" sub-table="${mqtt-topic}">
                    <tag name="topic" type="VARCHAR(64)" value="${mqtt-topic}"/>
                    <column name="payload" type="VARCHAR(64)" value="${payload}"/>
                  </table>
                </route>
              </routes>
            </hivemq-tdengine-extension>
            """;

    @TempDir
    Path folder;

    @Test
    void shouldReadEverythingThatAFileCanSay() {
        var settings = Sample.settings(folder, Sample.XML);

        assertThat(settings.databases())
                .containsExactly(new DatabaseSettings(
                        "plant",
                        ConnectionSettings.of("jdbc:TAOS-WS://td1:6041,td2:6041", "mqtt", Sample.SECRET)
                                .within(Duration.ofSeconds(2), Duration.ofSeconds(20)),
                        "factory",
                        new SchemaSettings(
                                SchemaMode.EVOLVE,
                                Precision.MILLISECONDS,
                                new NewDatabase(
                                        Optional.of(Duration.ofDays(365)),
                                        Optional.of(3),
                                        Optional.of(4),
                                        Optional.of(2),
                                        Optional.of(Duration.ZERO),
                                        DatabaseOptions.parse("BUFFER 64 CACHEMODEL both"))),
                        WriteEngine.STATEMENT));
        assertThat(settings.routes())
                .containsExactly(new RouteSettings(
                        "meters",
                        "plant",
                        Set.of(MessageSource.PUBLISHES),
                        List.of(TopicFilter.parse("site/{site}/meter/{meter}/#")),
                        List.of(TopicFilter.parse("site/test/#")),
                        new PayloadSettings(
                                new JsonFormat(),
                                RecordShape.rowsAt("/readings"),
                                PayloadCompression.NONE,
                                OnEmpty.IGNORE),
                        List.of(meters()),
                        OnError.DROP,
                        null,
                        Retained.IGNORE,
                        new RateLimits(
                                new Rate(Duration.ofMillis(1), 500),
                                new Rate(Duration.ofMillis(2_500), 20),
                                Duration.ZERO)));
        assertThat(settings.delivery())
                .isEqualTo(new DeliverySettings(
                        new LaneSettings(8, LaneKey.NONE, 50, "line"),
                        new BatchSettings(500, 65_536, Duration.ofMillis(5)),
                        new IntakeSettings(
                                Durability.FSYNC,
                                Acknowledge.ON_COMMIT,
                                Overflow.WITHHOLD_ACK,
                                new QueueSettings(1_000, 1_048_576)),
                        new RetrySettings(Duration.ofMillis(50), Duration.ofMinutes(1), Duration.ofMinutes(2)),
                        Duration.ofMinutes(10)));
        assertThat(settings.capture())
                .isEqualTo(new CaptureSettings(
                        Capture.ON_ACK,
                        2L << 20,
                        Reattach.DISCONNECT,
                        Duration.ofSeconds(5),
                        OnTimeLimit.WITHHOLD,
                        "node-1"));
        assertThat(settings.spool())
                .isEqualTo(new SpoolSettings(8L << 30, 1L << 30, SpoolSettings.DEFAULT.segmentBytes()));
        assertThat(settings.deadLetters()).isEqualTo(new DeadLetterSettings(1_048_576, 2_097_152));
    }

    private static TableSettings meters() {
        return new TableSettings(
                "meters",
                null,
                Template.parse("m_${mqtt-topic:meter}"),
                TableSettings.UNLIMITED,
                new TimestampSettings(
                        "at",
                        Template.parse("${payload:/t}"),
                        TimestampUnit.MICROSECONDS,
                        OnError.DEAD_LETTER,
                        EqualTimestamps.COMPOSITE_KEY,
                        "no"),
                List.of(
                        value("voltage", "DOUBLE", "${payload:/v}", null, OnError.NULL, OnError.DROP),
                        value("phase", "INT", "${payload:/p}", "0", OnError.DEAD_LETTER, OnError.NULL)),
                null,
                List.of(value("site", "VARCHAR(64)", "${mqtt-topic:site}", null, OnError.NULL, OnError.NULL)),
                null,
                Sampling.NONE,
                OnError.DEAD_LETTER,
                OnTagChange.NEW_SUBTABLE);
    }

    private static ValueSettings value(
            String name,
            String type,
            String value,
            @Nullable String defaultValue,
            OnError onMissing,
            OnError onMismatch) {
        return new ValueSettings(
                new Column(name, ColumnType.parse(type)),
                Template.parse(value),
                defaultValue,
                new ValueErrors(onMissing, onMismatch, onMismatch, onMismatch));
    }

    @Test
    void shouldFillInWhatTheFileLeavesOut() {
        var settings = Sample.settings(folder, MINIMAL);

        assertThat(settings.databases())
                .containsExactly(new DatabaseSettings(
                        "local",
                        ConnectionSettings.of("jdbc:postgresql://localhost:8812/qdb", "admin", "quest")
                                .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                        "qdb",
                        SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                        WriteEngine.AUTO));
        var route = settings.routes().get(0);
        assertThat(route.databaseId()).isEqualTo("local");
        assertThat(route.excludes()).isEmpty();
        assertThat(route.payload())
                .isEqualTo(new PayloadSettings(new RawFormat(RawEncoding.AUTO), RecordShape.ONE_RECORD));
        assertThat(route.tables().get(0).timestamp())
                .isEqualTo(new TimestampSettings(
                        "ts",
                        Template.parse("${arrival-time}"),
                        TimestampUnit.MILLISECONDS,
                        OnError.DEAD_LETTER,
                        EqualTimestamps.BUMP,
                        null));
        assertThat(route.tables().get(0).tags())
                .containsExactly(
                        value("topic", "VARCHAR(64)", "${mqtt-topic}", null, OnError.DEAD_LETTER, OnError.DEAD_LETTER));
        assertThat(route.onDecodeError()).isEqualTo(OnError.DEAD_LETTER);
        assertThat(settings.delivery()).isEqualTo(DeliverySettings.DEFAULT);
        assertThat(settings.deadLetters()).isEqualTo(new DeadLetterSettings(67_108_864, 1_073_741_824));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "conf/config.xml",
                "conf/examples/auto-columns.xml",
                "conf/examples/json-meters.xml",
                "conf/examples/gateway-array.xml",
                "conf/examples/raw.xml",
                "conf/examples/raw-questdb.xml",
                "conf/examples/composite-key.xml",
                "conf/examples/presence.xml",
                "conf/examples/avro.xml",
                "conf/examples/gateway-csv.xml",
                "conf/examples/binary-layout.xml"
            })
    void shouldAcceptTheFilesThatShip(String name) {
        assertThat(Sample.problems(Path.of(name))).isEmpty();
    }

    @Test
    void shouldStoreEveryValueByItsTypeWithTheFileThatShips() throws Exception {
        var settings = Sample.reader().read(Path.of("conf/config.xml"));

        assertThat(settings.databases())
                .singleElement()
                .extracting(
                        database -> database.connection().jdbcUrl(),
                        database -> database.connection().username(),
                        DatabaseSettings::name)
                .containsExactly("jdbc:TAOS-WS://localhost:6041", "root", "mqtt");
        var route = settings.routes().get(0);
        assertThat(route.id()).isEqualTo("everything");
        assertThat(route.filters()).containsExactly(TopicFilter.parse("#"));
        assertThat(route.tables())
                .extracting(TableSettings::superTable)
                .containsExactly("numbers", "booleans", "texts", "others");
        assertThat(settings.delivery()).isEqualTo(DeliverySettings.DEFAULT);
    }

    @Test
    void shouldReportAllProblemsOfAFileInItsOrder() {
        var xml = Sample.XML
                .replace("<id>plant</id>", "<id>the plant</id>")
                .replace("jdbc:TAOS-WS://", "jdbc:TAOS-RS://")
                .replace("<schema>evolve", "<schema>evolv")
                .replace("<exclude>site/test/#", "<exclude>site/#/test")
                .replace("rows=\"/readings\"", "rows=\"readings\"")
                .replace("type=\"DOUBLE\"", "type=\"DUOBLE\"")
                .replace("default=\"0\"", "defualt=\"0\"")
                .replace("<lanes>8</lanes>", "<lanes>many</lanes>")
                .replace("linger=\"5 ms\"", "linger=\"5\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element)
                .containsExactly(
                        "databases/database/id",
                        "databases/database/jdbc-url",
                        "databases/database/schema",
                        "routes/route/database-id",
                        "routes/route/mqtt-topic-filters/exclude",
                        "routes/route/payload@rows",
                        "routes/route/table/column@type",
                        "routes/route/table/column@defualt",
                        "delivery/lanes",
                        "delivery/batch@linger");
    }

    @Test
    void shouldPutEveryProblemIntoTheMessageOfTheException() {
        var file = Sample.write(
                folder, Sample.with("<lanes>8</lanes>", "<lanes>0</lanes>").replace("evolve", "evolv"));

        assertThatThrownBy(() -> Sample.reader().read(file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("""
                        config.xml:9 <databases/database/schema> "evolv" is not allowed here; did you mean evolve?
                        config.xml:%d <delivery/lanes> "0" is outside 1 to 64""".formatted(Sample.line("<lanes>")));
    }

    @Test
    void shouldReportAFileThatIsNotThere() {
        assertThat(Sample.problems(folder.resolve("nowhere.xml")))
                .containsExactly(new Problem(
                        Location.startOf(folder.resolve("nowhere.xml")),
                        "hivemq-tdengine-extension",
                        "",
                        "can't be read as XML (NoSuchFileException)"));
    }

    @Test
    void shouldReportAFolder() {
        assertThat(Sample.problems(folder))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).startsWith("can't be read as XML"));
    }
}
