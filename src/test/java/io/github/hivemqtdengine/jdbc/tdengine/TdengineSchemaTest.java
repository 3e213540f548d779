// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.tdengine.sql.DescribedColumn;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TableDifferences;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TdengineSchemaTest {

    private static final DescribedColumn TS = new DescribedColumn("ts", "TIMESTAMP", 8, "");

    private final TdengineDdl ddl = new TdengineDdl("It's");

    @Test
    void shouldQuoteTheDatabaseAsANameAndAsAText() {
        assertThat(ddl.createDatabase(SchemaSettings.of(SchemaMode.CREATE, Precision.NANOSECONDS)))
                .isEqualTo("CREATE DATABASE IF NOT EXISTS `It's` PRECISION 'ns'");
        assertThat(ddl.selectProperties(DatabaseProperties.COLUMNS)).endsWith("WHERE name = 'It\\'s'");
    }

    @Test
    void shouldCreateTheDatabaseAsTheSettingsSay() {
        var database = new NewDatabase(
                Optional.of(Duration.ofDays(30)),
                Optional.of(3),
                Optional.of(8),
                Optional.of(2),
                Optional.of(Duration.ZERO),
                DatabaseOptions.parse("buffer 64 DURATION 12h CACHEMODEL both COMPACT_TIME_RANGE -3d,-1d"));
        assertThat(ddl.createDatabase(new SchemaSettings(SchemaMode.CREATE, Precision.MILLISECONDS, database)))
                .endsWith(" PRECISION 'ms' KEEP 43200m REPLICA 3 VGROUPS 8 WAL_LEVEL 2 WAL_FSYNC_PERIOD 0"
                        + " BUFFER 64 DURATION 12h CACHEMODEL 'both' COMPACT_TIME_RANGE -3d,-1d");
    }

    @Test
    void shouldDefineKeysColumnsAndTags() {
        var keyed = table("T t", "seq", List.of("a INT UNSIGNED", "b DECIMAL(10,2)"), List.of("g NCHAR(8)"))
                .shape();
        assertThat(ddl.createTable(keyed))
                .isEqualTo("CREATE STABLE IF NOT EXISTS `It's`.`T t` (`ts` TIMESTAMP, `seq` BIGINT COMPOSITE KEY,"
                        + " `a` INT UNSIGNED, `b` DECIMAL(10,2)) TAGS (`g` NCHAR(8))");
        assertThat(ddl.createTableBefore3363(keyed)).contains("`seq` BIGINT PRIMARY KEY");
    }

    @Test
    void shouldAddWhatIsMissingAndWidenWhatIsTooShort() {
        var found = List.of(TS, new DescribedColumn("note", "VARCHAR", 20, ""));
        assertThat(ddl.alter(METERS.shape(), new TableDifferences(METERS.shape(), found)))
                .containsExactly(
                        "ALTER STABLE `It's`.`meters` ADD COLUMN `reading` DOUBLE",
                        "ALTER STABLE `It's`.`meters` ADD TAG `site` VARCHAR(64)",
                        "ALTER STABLE `It's`.`meters` MODIFY COLUMN `note` VARCHAR(100)");
    }

    @Test
    void shouldLeaveAWiderTableAsItIs() {
        var found = List.of(
                TS,
                new DescribedColumn("extra", "INT", 4, ""),
                new DescribedColumn("note", "VARCHAR", 200, ""),
                new DescribedColumn("reading", "DOUBLE", 8, ""),
                new DescribedColumn("site", "VARCHAR", 64, "TAG"));
        assertThat(ddl.alter(METERS.shape(), new TableDifferences(METERS.shape(), found)))
                .isEmpty();
    }

    @Test
    void shouldRefuseATypeThatWouldChangeValues() {
        var found = List.of(TS, new DescribedColumn("reading", "INT", 4, ""));
        assertThatExceptionOfType(SetupException.class)
                .isThrownBy(new TableDifferences(METERS.shape(), found)::checkTypes)
                .withMessageContaining("reading as INT, which can't hold every DOUBLE")
                .matches(e -> e.kind() == FailureKind.REJECTED);
    }

    @Test
    void shouldRefuseATagWhereItWritesAColumnAndTheOtherWayRound() {
        var found = List.of(
                TS, new DescribedColumn("note", "VARCHAR", 100, "TAG"), new DescribedColumn("site", "VARCHAR", 64, ""));
        assertThatExceptionOfType(SetupException.class)
                .isThrownBy(new TableDifferences(METERS.shape(), found)::checkTypes)
                .withMessageContaining("the tag note, which the route writes as a column")
                .withMessageContaining("the column site, which the route writes as a tag");
    }

    @Test
    void shouldTakeTypesThatHoldMore() {
        var found = List.of(TS, new DescribedColumn("note", "NCHAR", 5, ""));
        assertThatCode(new TableDifferences(METERS.shape(), found)::checkTypes).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseOtherKeys() {
        var keyed = new DescribedColumn("seq", "BIGINT", 8, "COMPOSITE KEY");
        var withSequence = table("t", "seq", List.of("a INT"), List.of("g INT")).shape();
        assertRefused(new TableDifferences(METERS.shape(), List.of(TS, keyed)));
        assertRefused(new TableDifferences(withSequence, List.of(TS)));
        assertRefused(new TableDifferences(METERS.shape(), List.of()));
        assertRefused(new TableDifferences(METERS.shape(), List.of(new DescribedColumn("time", "TIMESTAMP", 8, ""))));
        assertRefused(new TableDifferences(
                withSequence, List.of(TS, new DescribedColumn("seq", "VARCHAR", 32, "COMPOSITE KEY"))));
        assertRefused(
                new TableDifferences(withSequence, List.of(TS, new DescribedColumn("seq", "INT", 4, "PRIMARY KEY"))));
        assertThatCode(() -> new TableDifferences(withSequence, List.of(TS, keyed)).checkKeys())
                .doesNotThrowAnyException();
    }

    @Test
    void shouldSayWhichTypeTheSecondKeyHasAndShouldHave() {
        var withSequence = table("t", "seq", List.of("a INT"), List.of("g INT")).shape();
        var found = List.of(TS, new DescribedColumn("seq", "INT", 4, "COMPOSITE KEY"));
        assertThatExceptionOfType(SetupException.class)
                .isThrownBy(new TableDifferences(withSequence, found)::checkKeys)
                .withMessageContaining("has the keys ts and seq INT, the route writes ts and seq BIGINT");
    }

    private static void assertRefused(TableDifferences differences) {
        assertThatExceptionOfType(SetupException.class)
                .isThrownBy(differences::checkKeys)
                .withMessageContaining("keys")
                .matches(e -> e.kind() == FailureKind.REJECTED);
    }

    @Test
    void shouldRefuseAPlatformCharsetThatTheDriverWouldUse() {
        assertThatExceptionOfType(SetupException.class)
                .isThrownBy(() -> TdengineSession.checkCharset(StandardCharsets.ISO_8859_1))
                .withMessageContaining("-Dfile.encoding=UTF-8")
                .matches(e -> e.kind() == FailureKind.FATAL);
        assertThatCode(() -> TdengineSession.checkCharset(StandardCharsets.UTF_8))
                .doesNotThrowAnyException();
    }
}
