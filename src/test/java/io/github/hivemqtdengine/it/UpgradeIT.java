// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FolderCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Starts on the spool, the dead letters and the configuration that version 0.1.0 left. */
class UpgradeIT extends BrokerTest {

    private static final Path LEFT = Path.of("src", "test", "resources", "upgrade", "0.1.0");

    /** Mapping of the route "letters" that stores every payload. */
    private static final String CORRECTED = """
            <payload format="raw"/>
            <table super-table="corrected" sub-table="of_0_1_0">
              <timestamp/>
              <tag    name="kind"   type="VARCHAR(16)"  value="letter"/>
              <column name="origin" type="VARCHAR(64)"  value="${mqtt-topic}"/>
              <column name="data"   type="VARCHAR(200)" value="${payload}"/>
            </table>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldStoreEveryMessageThatWaitsAndEveryDeadLetter() throws Exception {
        var configuration = Files.readString(LEFT.resolve("config.xml"));
        FolderCopy.copy(LEFT.resolve("killed"), broker.extensionDataFolder());
        FolderCopy.copy(LEFT.resolve("stopped"), folder.resolve("stopped"));
        configure(configuration);

        broker.start(0);

        database.awaitCount("waiting", 12);
        assertThat(database.query("SELECT n FROM waiting ORDER BY n")).isEqualTo(numbers(4, 16));

        Files.move(folder.resolve("stopped"), replayFolder().resolve("spool-of-another-broker"));
        await().until(() -> log.text().contains("Replay of \"spool-of-another-broker\" finished: 20 messages"));
        database.awaitCount("waiting", 20);
        assertWaitingRows();

        Files.writeString(
                broker.configurationFile(),
                configuration.replaceAll("(?s)<table super-table=\"letters\".*?</table>", quoted(CORRECTED)));
        await().until(() -> log.text().contains("Configuration change applied: routes changed letters"));
        Files.move(deadLetterFile(), replayFolder().resolve("dead-letters.jsonl"));

        database.awaitCount("corrected", 7);
        database.awaitCount("waiting", 24);
        assertThat(database.query("SELECT origin FROM corrected ORDER BY origin"))
                .isEqualTo(LongStream.range(0, 7)
                        .mapToObj(number -> List.<Object>of("letters/" + number))
                        .toList());
        assertThat(database.query("SELECT data FROM corrected WHERE origin = 'letters/0'"))
                .containsExactly(List.of("not JSON"));
        assertThat(database.query("SELECT n FROM waiting ORDER BY n")).isEqualTo(numbers(4, 28));
        assertThat(deadLetters()).isEmpty();
        assertThat(broker.extensionDataFolder().resolve("spool/damaged")).doesNotExist();
    }

    private void assertWaitingRows() throws Exception {
        assertThat(database.query("SELECT n, half, label, counter, client, user_name, qos FROM waiting"
                        + " WHERE n IN (7, 8) ORDER BY n"))
                .containsExactly(
                        List.of(7L, 3.5, "温度", 7L, "publisher", "operator", 1L),
                        List.of(8L, 4.0, "温度温度", 4_294_967_295L, "publisher", "operator", 2L));
        assertThat(database.query(
                        "SELECT content_type, response_topic, expiry, unit FROM waiting WHERE n IN (7, 8) ORDER BY n"))
                .containsExactly(
                        Arrays.asList(null, null, null, null),
                        List.of("application/json", "answers/8", 86_400L, "kWh"));
        for (int device = 0; device < 3; device++) {
            int first = device;
            assertThat(database.query("SELECT n FROM waiting WHERE device = '" + device + "' ORDER BY ts"))
                    .isEqualTo(LongStream.range(4, 24)
                            .filter(number -> number % 3 == first)
                            .mapToObj(number -> List.<Object>of(number))
                            .toList());
        }
    }

    private static List<List<Object>> numbers(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(number -> List.<Object>of(number))
                .toList();
    }

    private void configure(String configuration) throws IOException {
        Files.writeString(broker.configurationFile(), configuration);
        Files.writeString(broker.configurationFile().resolveSibling("jdbc-url"), database.jdbcUrl());
        Files.writeString(broker.configurationFile().resolveSibling("username"), database.username());
        Files.writeString(broker.configurationFile().resolveSibling("password"), database.password());
        Files.writeString(broker.configurationFile().resolveSibling("name"), database.name());
    }

    private Path replayFolder() {
        return broker.extensionDataFolder().resolve("replay");
    }

    private static String quoted(String replacement) {
        return Matcher.quoteReplacement(replacement);
    }
}
