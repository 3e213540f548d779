// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Power cut shortly after BIRTHs were lost before the spool: several in one second share a sync. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system does not identify files")
class LostBirthsTest {

    @TempDir
    Path folder;

    @Test
    void shouldRememberAMissedBirthIfALaterMessageWasCommitted() throws Exception {
        assertMissedAfter(log -> log.commit(log.lastNumber(), HighWaterMark.NONE));
    }

    /** The message waits at the next start, and must not use the names of before. */
    @Test
    void shouldRememberAMissedBirthIfALaterMessageWasSynced() throws Exception {
        assertMissedAfter(MessageLog::sync);
    }

    private void assertMissedAfter(Consumer<MessageLog> end) throws Exception {
        var data = Files.createDirectories(folder.resolve("data"));
        var left = folder.resolve("left");
        var disk = new PowerCutDisk(data, Files.createDirectories(folder.resolve("links")));
        disk.cutAfter(Integer.MAX_VALUE, () -> disk.copySurvivors(left, new RandomValues(1), 0));
        try (var spool = disk.openSpool(data.resolve("spool"), "layout", SpoolSettings.DEFAULT);
                var births = disk.openBirths(Files.createDirectories(data.resolve("births")))) {
            spool.setLearned(births);
            var log = spool.log("plant", 1);
            log.forEachWaiting(message -> {});
            spool.reassign(message -> {});
            births.learn(
                    topic("E"),
                    "client",
                    1,
                    new SparkplugPayload(0).bdSeq(1).born("volts", 1, 1).seq(0));
            births.flush();
            births.lost(topic("other"), "client", 2); // syncs at once
            births.lost(topic("E"), "client", 3);
            assertThat(isKnown(births)).isFalse();

            log.append(ROUTE, message(4));
            end.accept(log);
            disk.cut();
        }
        try (var births = new PowerCutDisk(left, Files.createDirectories(folder.resolve("links2")))
                .openBirths(left.resolve("births"))) {
            assertThat(isKnown(births)).isFalse();
        }
    }

    private static boolean isKnown(Births births) throws Exception {
        return births.before(topic("E"), "client", 4).birth(null) != null;
    }

    private static SparkplugTopic topic(String node) throws Exception {
        return SparkplugTopic.parse("spBv1.0/G/NBIRTH/" + node);
    }
}
