// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.runner.ScenarioFiles;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeStepsTest {

    private static final long NOW = 1_790_000_000_999_998L;

    private static final String TEMPLATE = """
            x.payload = template
            x.topics = 3
            x.topic = {topic}/{client}/{seq}
            x.table = {table}
            x.template = {"n":{n},"i":{i},"t":{value}}
            """;

    @TempDir
    private Path folder;

    private static SentLog log(int publisher, long... times) {
        var log = new SentLog(publisher);
        for (long time : times) {
            log.sent(time);
        }
        return log;
    }

    @Test
    void shouldHaveOneKeyForMessagesOfOneTopicInOneStep() {
        var keys = new TimeSteps(1_000_000, 2).keys(List.of(log(4, NOW, NOW, NOW + 1, NOW + 1, NOW + 2, NOW + 2)));

        assertThat(keys.of(4, 2, 0)).isEqualTo(keys.of(4, 0, 0)).isEqualTo(keys.of(4, 2, 1));
        assertThat(keys.of(4, 1, 0)).isEqualTo(keys.of(4, 3, 0)).isNotEqualTo(keys.of(4, 0, 0));
        assertThat(keys.of(4, 4, 0)).isNotEqualTo(keys.of(4, 0, 0)).isNotEqualTo(keys.of(4, 1, 0));
    }

    @Test
    void shouldKeepTheKeysOfManyTopicsAndShortStepsApart() {
        int topics = 100_000_000;
        var log = log(0, NOW, NOW, NOW, NOW + 1, NOW + 1, NOW + 86_400_000_000L);
        var keys = new TimeSteps(1, topics).keys(List.of(log));
        var different = new HashSet<Long>();
        for (int message = 0; message < log.size(); message++) {
            different.add(keys.of(0, message, 0));
        }

        assertThat(different).hasSize(6);
    }

    @Test
    void shouldCountARowForEachKey() {
        var log = log(0, NOW, NOW + 1, NOW + 2, NOW + 3);
        log.acknowledged(0);
        log.acknowledged(1);

        assertThat(new TimeSteps(1_000_000, 1).rows(List.of(log), false)).isEqualTo(2);
        assertThat(new TimeSteps(1_000_000, 1).rows(List.of(log), true)).isEqualTo(1);
        assertThat(new TimeSteps(1_000_000, 1).rows(List.of(log, log(1, NOW)), false))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "gateway, readings, {time:10 ms}, 3", // a subtable for each topic
        "s0/json, wide, {time:10 ms}, 1", // a subtable for each client
        "gateway, readings, {t}, 0",
        "plant, meters, {time:10 ms}, 0", // arrival timestamps
        "raw, raw_messages, {time:10 ms}, 0",
        "raw, somebodys, {time:10 ms}, 0"
    })
    void shouldBeThoseOfTheTablesTime(String topic, String table, String value, int topics) throws Exception {
        var lines = TEMPLATE.replace("{topic}", topic).replace("{table}", table).replace("{value}", value);

        var load = ScenarioFiles.scenario(folder, "a", lines).load();

        var steps = Optional.ofNullable(TimeSteps.of(load).get(load.only()));

        assertThat(steps.map(TimeSteps::topics).orElse(0)).isEqualTo(topics);
        assertThat(steps.map(TimeSteps::micros).orElse(10_000L)).isEqualTo(10_000);
    }
}
