// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryReaderTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<durability>fsync  | <durability>disk  | durability | disk "
                        + "| is not allowed here; known are memory, spool, fsync",
                "max-bytes=\"8 GiB\" | max-bytes=\"1 KiB\" | spool@max-bytes | 1 KiB | is outside 1 MiB to 1024 GiB",
                "<acknowledge>on-commit | <acknowledge>never | acknowledge | never "
                        + "| is not allowed here; known are on-receive, on-commit",
                "time-limit=\"5 s\" | time-limit=\"11 min\" | ack-hold@time-limit | 11 min "
                        + "| is outside 100 ms to 10 min",
                "on-time-limit=\"withhold\" | on-time-limit=\"drop\" | ack-hold@on-time-limit | drop "
                        + "| is not allowed here; known are send, withhold",
                "on-time-limit=\"withhold\" | on-time-limit=\"send\" | ack-hold@on-time-limit | send "
                        + "| breaks the promise of durability fsync and overflow withhold-ack; leave it out",
                "<capture>on-ack | <capture>always | capture | always "
                        + "| is not allowed here; known are on-publish, on-ack",
                "<max-message-bytes>2 MiB | <max-message-bytes>512 B | max-message-bytes | 512 B "
                        + "| is outside 1 KiB to 256 MiB",
                "<max-message-bytes>2 MiB | <max-message-bytes>2 MB | max-message-bytes | 2 MB "
                        + "| is not a size; write it like 512 B, 512 KiB, 64 MiB or 4 GiB",
                "<broker-node>node-1 | <broker-node> | broker-node | '' | does not have 1 to 255 characters",
                "<lanes>8           | <lanes>0          | lanes | 0        | is outside 1 to 64",
                "<lanes>8           | <lanes>65         | lanes | 65       | is outside 1 to 64",
                "<lanes>8           | <lanes>four       | lanes | four     | is not a whole number",
                "<lanes>8           | <lanes>-1         | lanes | -1       | is not a whole number",
                "<lanes>8           | <lanes>9999999999 | lanes | 9999999999 | is not a whole number",
                "<lane-key>none     | <lane-key>random  | lane-key | random "
                        + "| is not allowed here; known are topic, client-id, none",
                "<group-size>50     | <group-size>0     | group-size | 0 | is outside 1 to 100000",
                "<group-size>50     | <group-size>100001 | group-size | 100001 | is outside 1 to 100000",
                "<group-property>line | <group-property> | group-property | '' | names no user property",
                "rows=\"500\"       | rows=\"100001\"   | batch@rows | 100001 | is outside 1 to 100000",
                "bytes=\"64 KiB\"   | bytes=\"1 KB\"    | batch@bytes | 1 KB "
                        + "| is not a size; write it like 512 B, 512 KiB, 64 MiB or 4 GiB",
                "bytes=\"64 KiB\"   | bytes=\"1023 B\"  | batch@bytes | 1023 B | is outside 1 KiB to 1 GiB",
                "bytes=\"64 KiB\"   | bytes=\"2 GiB\"   | batch@bytes | 2 GiB | is outside 1 KiB to 1 GiB",
                "linger=\"5 ms\"    | linger=\"61 s\"   | batch@linger | 61 s | is outside 0 ms to 60 s",
                "linger=\"5 ms\"    | linger=\"5 sec\"  | batch@linger | 5 sec "
                        + "| is not a duration; write it like 20 ms, 30 s, 5 min, 1 h or 30 d",
                "messages=\"1000\"  | messages=\"0\"    | queue@messages | 0 | is outside 1 to 100000000",
                "bytes=\"1 MiB\"    | bytes=\"999999999 GiB\" | queue@bytes | 999999999 GiB "
                        + "| is outside 1 KiB to 1024 GiB",
                "first-delay=\"50 ms\" | first-delay=\"0 ms\" | retry@first-delay | 0 ms | is outside 1 ms to 1 h",
                "first-delay=\"50 ms\" | first-delay=\"2 min\" | retry@max-delay | 1 min "
                        + "| makes first-delay longer than max-delay",
                "max-delay=\"1 min\"   | max-delay=\"49 ms\"   | retry@max-delay | 49 ms "
                        + "| makes first-delay longer than max-delay",
                "first-delay=\"50 ms\" max-delay=\"1 min\" | first-delay=\"31 s\" | retry@first-delay | 31 s "
                        + "| makes first-delay longer than max-delay",
                "probe-delay=\"2 min\" | probe-delay=\"2 h\" | retry@probe-delay | 2 h | is outside 1 ms to 1 h",
                "max-bytes=\"2 MiB\" | max-bytes=\"1 B\" | dead-letters@max-bytes | 1 B "
                        + "| is outside 1 KiB to 1024 GiB",
                "file-bytes=\"1024 KiB\" | file-bytes=\"3 MiB\" | dead-letters@file-bytes | 3 MiB "
                        + "| is more than max-bytes",
                "plant/letters | '' | dead-letters@topic | '' | is not a topic: a topic has 1 to 65,535 bytes",
                "plant/letters | a/# | dead-letters@topic | a/# " + "| is not a topic: a topic has no wildcards + or #",
                "plant/letters | $SYS/a | dead-letters@topic | $SYS/a "
                        + "| is reserved for the broker: choose a topic that does not begin with $",
                "max-rate=\"5\" | max-rate=\"0\" | dead-letters@max-rate | 0 | is outside 1 to 1000",
                "topic=\"plant/letters\" | '' | dead-letters@max-rate | 5 | has no effect here",
                "<drain-timeout>10 min | <drain-timeout>11 min | drain-timeout | 11 min | is outside 0 ms to 10 min",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String element, String value, String rule) {
        assertThat(Sample.problems(folder, Sample.with(place, replacement)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("delivery/" + element, value, rule));
    }

    @Test
    void shouldReadTheTopicOfDeadLetters() {
        assertThat(Sample.settings(folder, Sample.XML).deadLetterTopic())
                .isEqualTo(new DeadLetterTopic("plant/letters", 5));
        assertThat(Sample.settings(folder, Sample.with(" max-rate=\"5\"", "")).deadLetterTopic())
                .isEqualTo(new DeadLetterTopic("plant/letters", 10));
        assertThat(Sample.settings(folder, Sample.with(" topic=\"plant/letters\" max-rate=\"5\"", ""))
                        .deadLetterTopic())
                .isNull();
    }

    @Test
    void shouldRefuseASpoolWhereMessagesWaitInMemory() {
        assertThat(Sample.problems(folder, Sample.with("<durability>fsync", "<durability>memory")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        tuple("delivery/overflow", "withhold-ack", "has no effect here"),
                        tuple("delivery/spool", "", "has no effect here"));
    }

    @Test
    void shouldRefuseALimitForAcknowledgementsThatDoNotWait() {
        var xml = Sample.with("<durability>fsync", "<durability>spool")
                .replace("on-commit", "on-receive")
                .replace("withhold-ack", "drop-newest");

        assertThat(Sample.problems(folder, xml)).extracting(Problem::element).containsExactly("delivery/ack-hold");
    }

    @ParameterizedTest
    @CsvSource({"spool, 100000, 33554432", "memory, 1000000, 268435456"})
    void shouldKeepLessInMemoryWhereThereIsADiskBehindIt(String durability, int messages, long bytes) {
        var xml = Sample.with("<queue messages=\"1000\" bytes=\"1 MiB\"/>", "")
                .replace("<spool max-bytes=\"8 GiB\" min-free-bytes=\"1 GiB\"/>", "")
                .replace("<overflow>withhold-ack</overflow>", "")
                .replace("<durability>fsync", "<durability>" + durability);
        assertThat(Sample.settings(folder, xml).delivery().intake().queue())
                .isEqualTo(new QueueSettings(messages, bytes));
    }

    @Test
    void shouldRefuseToDropTheOldestOfGroups() {
        assertThat(Sample.problems(folder, Sample.with("withhold-ack", "drop-oldest")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.element()).isEqualTo("delivery/overflow");
                    assertThat(problem.value()).isEqualTo("drop-oldest");
                    assertThat(problem.rule()).startsWith("can't be combined with group-property: ");
                });
    }

    @Test
    void shouldDropTheOldestWhereThatIsConfigured() {
        var xml = Sample.with("withhold-ack", "drop-oldest").replace("<group-property>line</group-property>", "");

        assertThat(Sample.settings(folder, xml).delivery().intake().overflow()).isEqualTo(Overflow.DROP_OLDEST);
    }

    @ParameterizedTest
    @CsvSource({"<lane-key>topic</lane-key>", "<lane-key>client-id</lane-key>", "''"})
    void shouldRefuseGroupsWhereAKeyDecides(String laneKey) {
        assertThat(Sample.problems(folder, Sample.with("<lane-key>none</lane-key>", laneKey)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        tuple("delivery/group-size", "50", "has no effect here"),
                        tuple("delivery/group-property", "line", "has no effect here"));
    }

    @ParameterizedTest
    @CsvSource({"0 ms, 0", "20ms, 20", "1 s, 1000", "' 60 s ', 60000", "1 min, 60000"})
    void shouldReadDurations(String linger, long millis) {
        assertThat(Sample.settings(folder, Sample.with("linger=\"5 ms\"", "linger=\"" + linger + "\""))
                        .delivery()
                        .batch()
                        .linger())
                .hasMillis(millis);
    }

    @ParameterizedTest
    @CsvSource({"1024 B, 1024", "64KiB, 65536", "1 MiB, 1048576", "1024 GiB, 1099511627776"})
    void shouldReadSizes(String size, long bytes) {
        assertThat(Sample.settings(folder, Sample.with("bytes=\"1 MiB\"", "bytes=\"" + size + "\""))
                        .delivery()
                        .intake()
                        .queue()
                        .bytes())
                .isEqualTo(bytes);
    }
}
