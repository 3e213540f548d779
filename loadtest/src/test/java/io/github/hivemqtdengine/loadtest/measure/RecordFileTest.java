// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

        var read = RecordFile.read(record.path(), 1);
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

    @Test
    void shouldReadARecordOfMqttloader() throws IOException {
        var read = RecordFile.read(Texts.path("mqttloader-0.8.6-ramped.csv"), 3);
        assertThat(read.startMicros()).isEqualTo(1_795_318_394_788_473L);
        assertThat(read.sent()).extracting(SentLog::size).containsExactly(50, 50);
        assertThat(read.sent().get(0).sentMicros(0)).isEqualTo(1_795_318_394_793_176L);
        assertThat(read.deliveries().expected()).isEqualTo(300);
        assertThat(read.deliveries().received()).isEqualTo(300);
        assertThat(read.deliveries().lost()).isZero();
        assertThat(read.connections().connected()).isEqualTo(5);
        assertThat(read.deliveries().latencyPerSecond())
                .extracting(LatencyHistogram::count)
                .containsExactlyElementsOf(read.deliveries().perSecond().counts());
    }

    @Test
    void shouldFindDeliveriesThatNeverCameAndThoseThatCameTwice() throws IOException {
        var file = write(START + ",p,S,\n" + START + ",p,S,\n" + START + ",s,R,1\n");
        assertThat(RecordFile.read(file, 1).deliveries().lost()).isEqualTo(1);
        var twice = write(START + ",p,S,\n" + START + ",s,R,1\n" + START + ",s,R,2\n");
        assertThat(RecordFile.read(twice, 1).deliveries().duplicated()).isEqualTo(1);
    }

    @Test
    void shouldStartWithTheFirstEventWhereNothingSaysWhen() throws IOException {
        var read = RecordFile.read(write(START + 9 + ",s,R,5\n" + (START + 4) + ",p,S,\n"), 1);
        assertThat(read.startMicros()).isEqualTo(START + 4);
        assertThat(read.endMicros()).isEqualTo(START + 9);
    }

    @Test
    void shouldCountAnEventOfJustBeforeTheStartInTheFirstSecond() throws IOException {
        var read = RecordFile.read(write(START + ",,,\n" + (START - 1) + ",p,S,\n" + START + ",p,S,\n"), 1);
        assertThat(read.sentPerSecond().counts()).containsExactly(2L);
    }

    @Test
    void shouldNameTheLineThatIsNoRecord() throws IOException {
        assertThatThrownBy(() -> RecordFile.read(write(START + ",,,\n" + START + ",p,X,\n"), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2: '" + START + ",p,X,' is no record");
        assertThatThrownBy(() -> RecordFile.read(write("hello\n"), 1)).hasMessageContaining("line 1: 'hello'");
        assertThatThrownBy(() -> RecordFile.read(write("1600000000000,p,S,\n"), 1))
                .hasMessageContaining("not in microseconds");
    }

    private RecordFile open() throws IOException {
        return RecordFile.in(folder.resolve("records"), Instant.ofEpochSecond(START / 1_000_000), ZoneOffset.UTC);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "records", ".csv"), text);
    }
}
