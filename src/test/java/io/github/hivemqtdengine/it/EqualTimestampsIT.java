// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class EqualTimestampsIT extends BrokerTest {

    private static final int MESSAGES = 1_000;

    @Test
    void shouldMakeAThousandMessagesOfOneMillisecondAThousandRows() throws Exception {
        startBroker(Routes.equalTimes("bump"));

        publishAThousandOfOneMillisecond();

        database.awaitCount("points", MESSAGES);
        assertThat(database.query("SELECT number FROM points ORDER BY ts"))
                .hasSize(MESSAGES)
                .startsWith(List.of(0L))
                .endsWith(List.of(MESSAGES - 1L));
        assertThat(figure("points", "bumped-rows")).isEqualTo(MESSAGES - 1);
    }

    @Test
    void shouldKeepTheLastWhereTheyOverwrite() throws Exception {
        startBroker(Routes.equalTimes("overwrite"));

        publishAThousandOfOneMillisecond();

        awaitFigure("points", "stored", MESSAGES);
        database.awaitCount("points", 1);
        await("the last of the messages") // QuestDB shows the writes before it a moment earlier
                .untilAsserted(() -> assertThat(database.query("SELECT number FROM points"))
                        .containsExactly(List.of(MESSAGES - 1L)));
        assertThat(figure("points", "overwritten-rows")).isEqualTo(MESSAGES - 1);
    }

    @Test
    void shouldTellThemApartByASecondKey() throws Exception {
        startBroker(Routes.equalTimes("composite-key"));

        publishAThousandOfOneMillisecond();

        database.awaitCount("points", MESSAGES);
        assertThat(database.query("SELECT DISTINCT ts FROM points")).hasSize(1);
    }

    @Test
    void shouldKeepThemAsDeadLettersWhereTheyAreRejected() throws Exception {
        startBroker(Routes.equalTimes("reject"));

        publishAThousandOfOneMillisecond();

        awaitFigure("points", "dead-lettered", MESSAGES - 1);
        database.awaitCount("points", 1);
        assertThat(database.query("SELECT number FROM points")).containsExactly(List.of(0L));
        assertThat(deadLetters()).allSatisfy(line -> assertThat(line).contains("\"equal_timestamp\""));
    }

    private void publishAThousandOfOneMillisecond() {
        var client = mqtt5("one");
        for (int i = 0; i < MESSAGES; i++) {
            client.publishWith()
                    .topic("points/1")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("{\"t\":1767322800123,\"n\":" + i + "}"))
                    .send();
        }
    }
}
