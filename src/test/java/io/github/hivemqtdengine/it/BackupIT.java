// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FolderCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Moves waiting messages and dead letters to a broker in another folder. */
@Tag("full")
class BackupIT extends LinkedBrokerTest {

    private static final String IMPATIENT = "<delivery><drain-timeout>100 ms</drain-timeout></delivery>";

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    /** The copy is taken while the broker runs and its messages wait, so it is as a kill leaves the files. */
    @Test
    void shouldStoreOnceWhatACopyHoldsEvenIfTheCopyIsRestoredTwice() throws Exception {
        link.cut();
        startBehindLink(configuration(Routes.NUMBERS, IMPATIENT));
        var client = mqtt5("client");
        publish(client, "{\"n\":\"none\"}");
        for (int n = 0; n < 200; n++) {
            publish(client, "{\"n\":" + n + "}");
        }
        awaitFigure("load", "in-flight", 201);
        var copy = folder.resolve("copy");
        FolderCopy.copy(broker.extensionDataFolder(), copy);
        broker.stop();

        broker = new EmbeddedBroker(folder.resolve("another"), Path.of(System.getProperty("extension.zip")));
        FolderCopy.copy(copy, broker.extensionDataFolder());
        startBroker(Routes.NUMBERS, IMPATIENT);
        assertStored(201);
        FolderCopy.copy(copy.resolve("spool"), broker.extensionDataFolder().resolve("replay/old"));
        await().until(() -> log.text().contains("Replay of \"old\" finished: 201 messages"));

        assertStored(402);
        assertThat(deadLetters()).hasSize(2).allMatch(line -> line.contains("type_mismatch"));
        assertThat(log.text()).doesNotContain("damaged");
    }

    private static void publish(Mqtt5BlockingClient client, String payload) {
        client.publishWith()
                .topic("load/one")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
    }

    private void assertStored(long received) throws Exception {
        awaitFigure("load", "received", received);
        awaitEvenAccount("load");
        database.awaitCount("numbers", 200);
        assertThat(database.query("SELECT n FROM numbers ORDER BY ts"))
                .isEqualTo(LongStream.range(0, 200)
                        .mapToObj(n -> List.<Object>of(n))
                        .toList());
    }
}
