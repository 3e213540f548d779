// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseReaderTest {

    /** Made out to localhost, valid for a hundred years; its key is lost. */
    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBWDCB/qADAgECAgkA087OLp1WoxwwCgYIKoZIzj0EAwIwFDESMBAGA1UEAxMJ
            bG9jYWxob3N0MCAXDTI2MTEyMTEwMTczNloYDzIxMjYxMDI4MTAxNzM2WjAUMRIw
            EAYDVQQDEwlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARbh9gu
            q2LOw2FoZYsjAmPqLjlm5Dh4sn9ZELi+KSfPxGjRJk/hKBbuXI5Lm9GA+BQKJt6r
            uDpk51hvEQTRVUmMozcwNTAdBgNVHQ4EFgQUj1LxMc7eM1dimziuf5yeo47E0h8w
            FAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0kAMEYCIQDmYyA2k/Hn
            aMRM3cfAA7gd7LjLXoGDaCte2RdcCwrWOgIhAN1K18lWPUwkwYaGiFBbZ6RO58Ub
            RCOka2MfbBf85INR
            -----END CERTIFICATE-----
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<id>plant</id>      |                       | id | '' | is missing",
                "<id>plant</id>      | <id></id>             | id | '' "
                        + "| is not an id: 1 to 64 letters a-z, digits, hyphens and underscores",
                "<id>plant</id>      | <id>a.b</id>          | id | a.b "
                        + "| is not an id: 1 to 64 letters a-z, digits, hyphens and underscores",
                "<username>mqtt</username> |                 | username | '' | is missing",
                "<username>mqtt      | <username>            | username | '' | must not be empty",
                "<password>s3cr3t&amp;more</password> |      | password | '' | is missing",
                "<name>factory</name> |                      | name | '' | is missing",
                "<name>factory       | <name>fac.tory        | name | fac.tory "
                        + "| must not contain a back-quote or a dot",
                "<schema>evolve      | <schema>Evolve        | schema | Evolve "
                        + "| is not allowed here; did you mean evolve?",
                "<schema>evolve      | <schema>drop          | schema | drop "
                        + "| is not allowed here; known are off, create, evolve",
                "<precision>ms       | <precision>s          | precision | s | is not allowed here; did you mean ms?",
                "keep=\"365 d\"       | keep=\"23 h\"           | new-database@keep | 23 h | is outside 1 d to 365000 d",
                "keep=\"365 d\"       | keep=\"365001 d\"       | new-database@keep | 365001 d "
                        + "| is outside 1 d to 365000 d",
                "replica=\"3\"        | replica=\"4\"           | new-database@replica | 4 | is outside 1 to 3",
                "vgroups=\"4\"        | vgroups=\"1025\"        | new-database@vgroups | 1025 "
                        + "| is outside 1 to 1024",
                "wal-level=\"2\"      | wal-level=\"3\"         | new-database@wal-level | 3 | is outside 0 to 2",
                "period=\"0 ms\"      | period=\"181 s\"        | new-database@wal-fsync-period | 181 s "
                        + "| is outside 0 ms to 180 s",
                "BUFFER 64 CACHEMODEL both | BUFFER        | new-database@options | BUFFER "
                        + "| is not a list of names and values; write it like BUFFER 256 STT_TRIGGER 2",
                "BUFFER 64 CACHEMODEL both | KEEP 10       | new-database@options | KEEP 10 "
                        + "| holds KEEP, which keep is for; leave it out here",
                "BUFFER 64 CACHEMODEL both | BUFFER 1 buffer 2 | new-database@options | BUFFER 1 buffer 2 "
                        + "| holds BUFFER more than once",
                "BUFFER 64 CACHEMODEL both | BUFFER 1;DROP | new-database@options | BUFFER 1;DROP "
                        + "| holds the value 1;DROP; use a number, with a unit where it has one, or a word without quotes",
                "<connect-timeout>2 s | <connect-timeout>2   | connect-timeout | 2 "
                        + "| is not a duration; write it like 20 ms, 30 s, 5 min, 1 h or 30 d",
                "<connect-timeout>2 s | <connect-timeout>2 ms | connect-timeout | 2 ms | is outside 250 ms to 10 min",
                "<request-timeout>20 s | <request-timeout>1 h | request-timeout | 1 h | is outside 250 ms to 10 min",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String element, String value, String rule) {
        var xml = Sample.with(place, replacement == null ? "" : replacement);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .contains(tuple("databases/database/" + element, value, rule));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:TAOS-RS://td1:6041, is TDengine's REST or native connection",
        "jdbc:TAOS://td1:6030, is TDengine's REST or native connection",
        "jdbc:mysql://db:3306/x, is not the URL of a supported database",
        "jdbc:taos-ws://td1:6041, is not the URL of a supported database",
        "jdbc:TAOS-WS://td1:6041/factory, must not name a database after the host",
        "jdbc:TAOS-WS://td1:6041?user=root, must not hold credentials",
        "jdbc:postgresql://admin@db:8812/qdb, must not hold credentials",
        "jdbc:TAOS-WS://ro/ot@td1:6041, must not hold credentials",
        "jdbc:TAOS-WS://td1:6041/?useSSL=true, must not have the parameter useSSL: use <tls>",
        "jdbc:TAOS-WS://td1:6041/?asyncWrite=STMT, must not have the parameter asyncWrite",
        "jdbc:TAOS-WS://td1:6041/?enableAutoReconnect=true, must not have the parameter enableAutoReconnect",
        "jdbc:TAOS-WS://td1:6041/?retryTimes=3, must not have the parameter retryTimes",
        "jdbc:TAOS-WS://taos_adapter:6041, has the host \"taos_adapter\"",
    })
    void shouldReportAUrlThatIsNotSupported(String url, String rule) {
        assertThat(Sample.problems(folder, Sample.withUrl(url))).singleElement().satisfies(problem -> {
            assertThat(problem.element()).isEqualTo("databases/database/jdbc-url");
            assertThat(problem.value()).isEqualTo(url);
            assertThat(problem.rule()).startsWith(rule);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:TAOS-WS://td1:6041/?user=root&amp;password=hush",
                "jdbc:TAOS-RS://cloud?token=hush",
                "jdbc:postgresql://admin:hush@db:8812/qdb",
                "jdbc:TAOS-WS://root:pa/hush@td1:6041",
                "jdbc:TAOS-WS://root:hush/ss@td1:6041",
                "jdbc:TAOS-WS://root:pa?hush@td1:6041",
                "jdbc:TAOS-WS://root:p@hush@td1:6041",
                "jdbc:TAOS-WS://root:p:hush@td1:6041/?token=hu@hush",
                "jdbc:TAOS-WS://td1:6041/?password=a@hush"
            })
    void shouldNotShowACredentialInsideAUrl(String url) {
        assertThat(Sample.problems(folder, Sample.withUrl(url)))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.toString()).contains("***").doesNotContain("hush", "database behind"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:TAOS-WS://td1:6041/",
                "jdbc:TAOS-WS://[::1]:6041",
                "jdbc:TAOS-WS://td1,td2:6041/?httpPoolSize=20",
                "jdbc:postgresql://questdb:8812/qdb?sslmode=disable"
            })
    void shouldAcceptUrlsOfBothFamilies(String url) {
        assertThat(Sample.problems(folder, Sample.withUrl(url))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keep=\"365 d\"  | keep=\"29 d\"  | keeps shorter than 3 times",
                "wal-level=\"2\" | wal-level=\"0\" | has several replicas without a log",
                "<precision>ms</precision> | <precision>ns</precision>@365 d@106581 d | keeps longer than the 106580 d",
            })
    void shouldReportADatabaseThatTheServerWouldNotCreate(String place, String replacement, String rule) {
        var parts = replacement.split("@", -1);
        var xml = Sample.with(place, parts[0]);

        assertThat(Sample.problems(folder, parts.length == 1 ? xml : xml.replace(parts[1], parts[2])))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.element()).isEqualTo("databases/database");
                    assertThat(problem.rule()).startsWith(rule);
                });
    }

    @Test
    void shouldTakeAShorterKeepWithShorterFiles() {
        var xml = Sample.with("keep=\"365 d\"", "keep=\"1 d\"").replace("BUFFER 64", "DURATION 8h");

        assertThat(Sample.problems(folder, xml)).isEmpty();
    }

    @Test
    void shouldReportANewDatabaseForQuestDb() {
        var xml = Sample.XML.replace(Sample.URL, "jdbc:postgresql://questdb:8812/qdb");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "databases/database",
                        "has <new-database>, which is for TDengine: a QuestDB server is one database; leave it out"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:TAOS-WS://td1:6041, | has no host and port in \"\"",
                "jdbc:TAOS-WS://td1:port | has no host and port in \"td1:port\"",
                "jdbc:TAOS-WS://td1:6041,td2:70000 | has no host and port in \"td2:70000\"",
                "jdbc:TAOS-WS://td1:0 | has no host and port in \"td1:0\"",
                "jdbc:TAOS-WS:///x | must not name a database after the host",
            })
    void shouldReportAnEndpointThatIsNone(String url, String rule) {
        assertThat(Sample.problems(folder, Sample.withUrl(url)))
                .singleElement()
                .extracting(Problem::rule)
                .asString()
                .startsWith(rule);
    }

    @Test
    void shouldReadHowTheConnectionIsMade() {
        var xml = Sample.with("<schema>", "<tls check-host=\"false\"/><compression>deflate</compression><schema>");

        var connection = Sample.settings(folder, xml).databases().get(0).connection();

        assertThat(connection.tls()).isEqualTo(new TlsSettings(null, false));
        assertThat(connection.compressed()).isTrue();
    }

    @Test
    void shouldTakeATokenInsteadOfUserAndPassword() {
        var xml = Sample.with("<username>mqtt</username>", "<token>t0ken</token><tls/>")
                .replace("<password>s3cr3t&amp;more</password>", "");

        var connection = Sample.settings(folder, xml).databases().get(0).connection();

        assertThat(connection.token()).isEqualTo("t0ken");
        assertThat(connection.username()).isEmpty();
        assertThat(connection).asString().contains("with a token").doesNotContain("t0ken");
    }

    @Test
    void shouldRefuseATokenThatWouldTravelInClearText() {
        var xml = Sample.with("<username>mqtt</username>", "<token>t0ken</token>")
                .replace("<password>s3cr3t&amp;more</password>", "");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "databases/database",
                        "has <token> but not <tls>, so that the token would cross the network in clear text;"
                                + " add <tls/>"));
    }

    @Test
    void shouldNotShowATokenInAProblem() {
        var xml = Sample.with("<username>mqtt</username>", "<token>to\tken</token><token>t0ken</token>");

        assertThat(Sample.problems(folder, xml))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("ken\""));
    }

    @Test
    void shouldFindTheCertificatesBesideTheConfiguration() throws Exception {
        Files.writeString(folder.resolve("ca.pem"), CERTIFICATE);
        var xml = Sample.with("<schema>", "<tls ca-file=\"ca.pem\"/><schema>");

        assertThat(Sample.settings(folder, xml).databases().get(0).connection().tls())
                .isEqualTo(new TlsSettings(folder.resolve("ca.pem"), true));
    }

    @Test
    void shouldTakeCertificatesInBinaryForm() throws Exception {
        var text = CERTIFICATE.lines().filter(line -> !line.startsWith("-----")).collect(Collectors.joining());
        Files.write(folder.resolve("ca.der"), Base64.getDecoder().decode(text));

        assertThat(rulesOfCaFile("ca.der")).isEmpty();
    }

    @Test
    void shouldReportAFileThatHoldsNoCertificate() throws Exception {
        Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");
        Files.writeString(folder.resolve("empty.pem"), "");

        assertThat(rulesOfCaFile("ca.pem"))
                .containsExactly("is not a file of certificates; it must be a PEM or DER file");
        assertThat(rulesOfCaFile("empty.pem")).containsExactly("contains no certificate; it must be a PEM or DER file");
        assertThat(rulesOfCaFile("gone.pem")).containsExactly("can't be read (NoSuchFileException)");
    }

    private List<String> rulesOfCaFile(String file) {
        var xml = Sample.with("<schema>", "<tls ca-file=\"" + file + "\"/><schema>");
        return Sample.problems(folder, xml).stream()
                .filter(problem -> problem.element().equals("databases/database/tls@ca-file"))
                .map(Problem::rule)
                .toList();
    }

    @Test
    void shouldRefuseForQuestDbWhatOnlyTdengineHas() {
        var xml = Sample.withUrl("jdbc:postgresql://questdb:8812/qdb")
                .replace("<schema>", "<token>t</token><tls/><compression>deflate</compression><schema>");

        assertThat(Sample.problems(folder, xml))
                .singleElement()
                .extracting(Problem::rule)
                .asString()
                .startsWith("has <token>, <tls> or <compression>, which are for TDengine");
    }

    @Test
    void shouldNeedNoNameForQuestDb() {
        var xml = Sample.withUrl(Sample.with("<name>factory</name>", ""), "jdbc:postgresql://questdb:8812/qdb");

        assertThat(Sample.settings(folder, xml).databases().get(0).name()).isEqualTo("qdb");
    }

    @Test
    void shouldReportTwoDatabasesOfOneId() {
        var database = Sample.XML.substring(Sample.XML.indexOf("<database>"), Sample.XML.indexOf("</databases>"));
        var xml = Sample.with("</databases>", database.replace("<id>plant", "<id>Plant") + "</databases>");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        Sample.lineIn(xml, "<id>Plant"),
                        "databases/database/id",
                        "Plant",
                        "is taken already (neither case nor - instead of _ makes a difference); choose another one"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<tls/>                      | td2,td3:6041 | <tls check-host=\"false\"/> | td3:6041,td2:443 | td2:443",
                "<tls/>                      | td2          | <tls check-host=\"false\"/> | td3              | ''",
                "<tls/>                      | td2          | <tls/>                      | td2              | ''",
                "<tls/>                      | td2:6041     | ''                          | td2:6041         | ''",
            })
    void shouldReportAHostThatIsVerifiedInTwoWays(
            String tls, String hosts, String otherTls, String otherHosts, String peer) {
        var sample = Sample.withUrl("jdbc:TAOS-WS://" + hosts).replace("<schema>", tls + "<schema>");
        var database = sample.substring(sample.indexOf("<database>"), sample.indexOf("</databases>"));
        var other = database.replace("<id>plant", "<id>office")
                .replace("//" + hosts, "//" + otherHosts)
                .replace(tls, otherTls);
        var problems = Sample.problems(folder, sample.replace("</databases>", other + "</databases>"));

        assertThat(problems.stream().map(Problem::element)).hasSize(peer.isEmpty() ? 0 : 1);
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.element()).isEqualTo("databases/database");
            assertThat(problem.rule())
                    .isEqualTo("has another <tls> for " + peer + " than a <database> before it; make them the same");
        });
    }

    @Test
    void shouldReportThatThereIsNoDatabase() {
        var from = Sample.XML.indexOf("<database>");
        var to = Sample.XML.indexOf("</databases>");

        var xml = new StringBuilder(Sample.XML).delete(from, to).toString();

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        tuple("databases", "", "needs at least one <database>"),
                        tuple("routes/route/database-id", "plant", "is not the id of a <database>"));
    }
}
