// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {

    private static final long START = 1_600_000_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void shouldWriteWhatMqttloaderWritesUnderItsName() throws IOException {
        var record = open();
        try (record) {
            record.started(START + 7);
            record.sent(START + 10, "lt1-p0");
            record.received(START + 400, "lt1-s0", 390);
            record.received(START + 500, "lt1-s1", -3);
        }
        assertThat(record.path().getFileName()).hasToString("mqttloader_20200913-122640.csv");
        assertThat(record.path()).hasContent("""
                1600000000000007,,,
                1600000000000010,lt1-p0,S,
                1600000000000400,lt1-s0,R,390
                1600000000000500,lt1-s1,R,0
                """);
    }

    @Test
    void shouldKeepEveryLineOfManyThreads() throws Exception {
        int threads = 4;
        int each = 20_000;
        var record = open();
        var ready = new CountDownLatch(threads);
        var writers = IntStream.range(0, threads)
                .mapToObj(number -> new Thread(() -> {
                    ready.countDown();
                    for (int i = 0; i < each; i++) {
                        record.sent(START + i, "p" + number);
                        record.received(START + i, "s" + number, i);
                    }
                }))
                .toList();
        writers.forEach(Thread::start);
        ready.await();
        for (var writer : writers) {
            writer.join();
        }
        record.close();

        var read = new RecordFileReader(1).read(record.path());
        assertThat(read.sent()).extracting(SentLog::size).containsOnly(each).hasSize(threads);
        assertThat(read.deliveries().received()).isEqualTo((long) threads * each);
        assertThat(read.deliveries().lost()).isZero();
        assertThat(read.deliveries().latency().maximumMillis()).isEqualTo((each - 1) / 1_000.0);
    }

    @Test
    void shouldLeaveOutWhatComesAfterClosing() throws IOException {
        var record = open();
        record.sent(START, "p");
        record.close();
        record.sent(START, "p");
        record.close();
        assertThat(record.path()).content().hasLineCount(2);
    }

    @Test
    void shouldWriteALineThatIsLongerThanItsBuffer() throws IOException {
        var client = "p".repeat(70_000);
        var record = open();
        try (record) {
            record.sent(START, "a");
            record.sent(START, client);
            record.sent(START, "b");
        }
        assertThat(Files.readAllLines(record.path()))
                .endsWith(START + ",a,S,", START + "," + client + ",S,", START + ",b,S,");
    }

    @Test
    void shouldNotOverwriteAnotherRecord() throws IOException {
        try (var first = open();
                var second = open();
                var third = open()) {
            assertThat(List.of(first, second, third))
                    .extracting(record -> String.valueOf(record.path().getFileName()))
                    .containsExactly(
                            "mqttloader_20200913-122640.csv",
                            "mqttloader_20200913-122640-2.csv",
                            "mqttloader_20200913-122640-3.csv");
        }
    }

    private RecordFile open() throws IOException {
        return RecordFile.in(folder.resolve("records"), Instant.ofEpochSecond(START / 1_000_000), ZoneOffset.UTC);
    }
}
