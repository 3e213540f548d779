// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.FileRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The permissions of files that docs/hivemq.md calls enough, and the files that are open. */
@Tag("full")
class FilePermissionsIT extends BrokerTest {

    private static final int LANES = 4;

    @Test
    void shouldStoreMessagesWithoutWritingToItsOwnFolder() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "not Linux");
        var extension = folder.resolve("broker/extensions/hivemq-tdengine-extension");
        try (var broker = BrokerProcess.startReadOnly(folder, configuration(Routes.EVERYTHING, ""))) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(broker.mqttPort())
                    .buildBlocking();
            client.connect();
            for (int number = 0; number < 100; number++) {
                client.publishWith()
                        .topic("a/" + number)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(utf8("x"))
                        .send();
            }

            database.awaitCount("messages", 100);
            broker.awaitEvenAccount("everything");
            assertThat(openFilesBelow(folder.resolve("broker/data/hivemq-tdengine-extension"), broker))
                    .hasSizeBetween(LANES, 3 * LANES + 2);
            assertThat(extension.resolve("DISABLED")).doesNotExist();
        } finally {
            FileRights.setWritable(extension, true);
        }
        FileRights.assertTreePrivate(folder.resolve("broker/data/hivemq-tdengine-extension"));
    }

    private static List<Path> openFilesBelow(Path parent, BrokerProcess broker) throws IOException {
        var real = parent.toRealPath();
        try (var open = Files.list(Path.of("/proc/" + broker.handle().pid() + "/fd"))) {
            return open.filter(Files::isSymbolicLink)
                    .map(FilePermissionsIT::target)
                    .filter(file -> file.startsWith(real))
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // closed in the meantime
        }
    }
}
