// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.UnpackedExtension.Result;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.jdbc.DatabaseReport;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.testkit.Connections;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The script of the zip, in a folder with a blank in its name, with a bare JDK. */
@DisabledOnOs(OS.WINDOWS)
class CommandLineIT {

    private static final String TOPIC = "site/b1/meter/7";
    private static final String PAYLOAD = "{\"t\": 1767225600123, \"v\": 229.7, \"name\": \"\u6e29\u5ea6\"}";

    @TempDir
    private Path folder;

    private Path elsewhere;
    private UnpackedExtension extension;

    @BeforeEach
    void unpack() throws Exception {
        elsewhere = Files.createDirectories(folder.resolve("else where"));
        Files.createDirectories(folder.resolve("hive mq/data"));
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("hive mq/extensions")));
    }

    private Result run(String... arguments) throws Exception {
        return extension.run(elsewhere, arguments);
    }

    @Test
    void shouldValidateTheConfigurationThatShips() throws Exception {
        var result = run("validate");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("config.xml is valid: 1 database (local), 1 route (everything)");
        assertThat(result.code()).isZero();
    }

    @Test
    void shouldBeFoundThroughALink() throws Exception {
        var link = Files.createSymbolicLink(elsewhere.resolve("tdengine"), extension.script());

        var result = extension.run(elsewhere, List.of(link.toString(), "--version"));

        assertThat(result.out()).matches("hivemq-tdengine-extension \\d+\\.\\d+\\.\\d+.*\\R");
        assertThat(result.code()).isZero();
    }

    @Test
    void shouldEndWithItsExitCode() throws Exception {
        assertThat(run("nonsense").code()).isEqualTo(2);
        extension.configure("<nonsense/>");
        assertThat(run("validate").code()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        try (var jars = Files.newDirectoryStream(extension.home(), "*.jar")) {
            for (var jar : jars) {
                Files.delete(jar);
            }
        }

        var result = run("validate");

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("There is no jar in ", "unpack the extension's zip again");
    }

    @Test
    void shouldExplainWithTheConfigurationThatShips() throws Exception {
        var payload = Files.writeString(elsewhere.resolve("a sample.json"), PAYLOAD);

        var result = run(
                "explain",
                "--topic",
                "\u697c/b1",
                "--payload",
                payload.getFileName().toString());

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("Topic \u697c/b1", "\u6e29\u5ea6", "SQL: INSERT INTO `mqtt`.`");
        assertThat(result.code()).isZero();
    }

    /** The environment of the command has no TDENGINE_PASSWORD. */
    @Test
    void shouldExplainTheMappingOfTheReadmeWithoutItsPassword() throws Exception {
        var readme = Files.readString(Path.of("README.md"));
        var xml = readme.substring(readme.indexOf("<hivemq-tdengine-extension>"));
        var end = "</hivemq-tdengine-extension>";
        extension.configure(xml.substring(0, xml.indexOf(end) + end.length()));

        var result = run("explain", "--topic", TOPIC, "--text", PAYLOAD);

        assertThat(result.code()).as(result.out() + result.err()).isZero();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .contains("${ENV:TDENGINE_PASSWORD}", "not set; the broker needs it");
        assertThat(run("validate").code()).isZero();
        assertThat(run("validate", "--strict").code()).isEqualTo(1);
    }

    @Test
    void shouldSuggestWhatValidatesAndExplains() throws Exception {
        var payload =
                Files.writeString(elsewhere.resolve("sample.json"), PAYLOAD).toString();

        var route = run("suggest", "--payload", payload, "--topic", TOPIC);
        extension.configure(Terminal.CONFIGURATION
                .replaceAll("(?s)<routes>.*</routes>", "<routes>ROUTE</routes>")
                .replace("ROUTE", route.out()));

        assertThat(route.err()).isEmpty();
        assertThat(run("validate").code()).isZero();
        var explained = run("explain", "--topic", TOPIC, "--payload", payload, "--json");
        assertThat(explained.code()).isZero();
        assertThat(explained.out()).contains("\"outcome\":\"stored\"", "\u6e29\u5ea6");
    }

    @ParameterizedTest
    @MethodSource("io.github.hivemqtdengine.testkit.DatabaseKind#selected")
    void shouldPrintDdlThatLeavesNothingToChange(DatabaseKind kind) throws Exception {
        try (var database = kind.fresh()) {
            extension.configure(configuration(database));

            var ddl = run("ddl");

            assertThat(ddl.err()).isEmpty();
            assertThat(ddl.code()).isZero();
            for (var statement : ddl.out().lines().toList()) {
                assertThat(statement).endsWith(";");
                execute(database, statement.substring(0, statement.length() - 1));
            }
            for (var mode : List.of("off", "evolve")) {
                assertThat(broken(configuration(database).replace("<schema>evolve", "<schema>" + mode)))
                        .isEmpty();
            }
            assertThat(run("doctor").out()).contains("meters is as its routes write it", "wills is as its routes");
        }
    }

    private static void execute(TimeSeriesDatabase database, String sql) throws Exception {
        try (var connection = Connections.open(database.jdbcUrl(), database.username(), database.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Problems that a start would report. */
    private List<String> broken(String xml) throws Exception {
        extension.configure(xml);
        var settings = new ConfigurationReader().read(extension.home().resolve("conf/config.xml"));
        var broken = new ArrayList<String>();
        var database = settings.databases().get(0);
        var tables = Mapping.of(settings).tables(database.id());
        try (var opened = JdbcDatabase.of(database, 1, tables, recording(broken));
                var writer = opened.openWriter()) {
            writer.open();
        }
        return broken;
    }

    private static DatabaseReport recording(List<String> broken) {
        return new DatabaseReport() {
            @Override
            public void opened(String description, Optional<String> warning) {}

            @Override
            public void failed(String superTable, String sentence) {
                broken.add(sentence);
            }

            @Override
            public void recovered(String superTable) {}
        };
    }

    @ParameterizedTest
    @MethodSource("io.github.hivemqtdengine.testkit.DatabaseKind#selected")
    void shouldFindNothingWrongWithADatabase(DatabaseKind kind) throws Exception {
        try (var database = kind.fresh()) {
            extension.configure(configuration(database));

            var looked = run("doctor");
            var tried = run("doctor", "--write", "--json");

            assertThat(looked.err()).isEmpty();
            assertThat(looked.out())
                    .contains("ok    database test, endpoint: ", "ok    database test, version: ", ", clock: ")
                    .contains("ok    database test, rights: not tried")
                    .doesNotContain("fail");
            assertThat(looked.code()).isZero();
            assertThat(tried.out()).contains("\"fine\":true", "the user may create a table, write, read and drop it");
            assertThat(tried.code()).isZero();
            assertThat(tables(kind, database).toString()).doesNotContain("hivemq_doctor");
        }
    }

    /** The tables that a trial may have left. */
    private static List<?> tables(DatabaseKind kind, TimeSeriesDatabase database) throws Exception {
        return database.query(kind == DatabaseKind.QUESTDB ? "SHOW TABLES" : "SHOW STABLES");
    }

    @Test
    @Tag("full")
    void shouldSayWhatIsNotAsConfigured() throws Exception {
        try (var database = DatabaseKind.TDENGINE.fresh()) {
            execute(database, "CREATE DATABASE `" + database.name() + "` PRECISION 'ns' KEEP 100");
            extension.configure(configuration(database));

            var result = run("doctor");

            assertThat(result.out())
                    .contains(
                            "warn  database test, precision: the database counts in ns, the configuration says ms",
                            "ok    database test, keep: rows are kept for 100 d");
            assertThat(result.code()).isZero();
        }
    }

    @Test
    @Tag("full")
    void shouldSayThatTheUserIsNotLetIn() throws Exception {
        try (var database = DatabaseKind.TDENGINE.fresh()) {
            extension.configure(configuration(database)
                    .replaceAll("<password>[^<]*</password>", "<password>wr0ngsecret</password>"));

            var result = run("doctor");

            assertThat(result.code()).isEqualTo(1);
            assertThat(result.out() + result.err())
                    .contains("fail  database test, endpoint: ", "does not let the user in")
                    .doesNotContain("wr0ngsecret");
        }
    }

    @Test
    @Tag("full")
    void shouldLookAtEveryEndpoint() throws Exception {
        try (var database = DatabaseKind.TDENGINE.fresh()) {
            extension.configure(configuration(database).replaceFirst("(jdbc:TAOS-WS://[^</]*)", "$1,127.0.0.1:1"));

            var result = run("doctor");

            assertThat(result.code()).isEqualTo(1);
            assertThat(result.out())
                    .contains("fail  database test, endpoint: jdbc:TAOS-WS://127.0.0.1:1 can't be reached")
                    .contains("ok    database test, version: ");
        }
    }

    private static String configuration(TimeSeriesDatabase database) {
        return Terminal.CONFIGURATION
                .replace("<id>plant</id>", "<id>test</id>")
                .replace("jdbc:TAOS-WS://localhost:6041", database.jdbcUrl().replaceAll("/*$", ""))
                .replace("<username>root", "<username>" + database.username())
                .replace("<password>s3cret", "<password>" + database.password())
                .replace("<name>factory</name>", "<name>" + database.name() + "</name><schema>evolve</schema>");
    }
}
