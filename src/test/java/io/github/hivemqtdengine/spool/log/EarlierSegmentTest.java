// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.LogFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting messages on disk after an upgrade of the extension. */
class EarlierSegmentTest extends OpenLaneLogs {

    /** Two messages as version 1 of the format has them, which knew no message expiry interval. */
    private static final String VERSION_1 = """
            TVFUVFNQT0wAAAABg7JTzTELyQgAAAAAAAAAAeVC7ajFpX0eAAAAYVOQjKYAAAAAAAAAAQUABgokGCAiQAAAAAZt
            ZXRlcnMAAAAJc2l0ZS/DvC8xAAAAAmMxAAAAAnUxAAAACnRleHQvcGxhaW4AAAAHYW5zd2VycwAAAAEAAAAEdW5p
            dAAAAAFWAAAAB3sidiI6MX3FpX0eAAAANyCZtpIAAAAAAAAAAhoABgokGCAiQQAAAAZtZXRlcnMAAAAGc2l0ZS8y
            AAAAAmMy////////////////AAAAAAAAAAA=
            """;

    /** Two messages as version 2 has them, which had no check sum of a record's header. */
    private static final String VERSION_2 = """
            TVFUVFNQT0wAAAAC/QkF3WGp3VsAAAAAAAAAASwc7jbFpX0eAAAAZd4TDBYAAAAAAAAAASUABgokGCAiQAAAAAZt
            ZXRlcnMAAAAJc2l0ZS/DvC8xAAAAAmMxAAAAAnUxAAAACnRleHQvcGxhaW4AAAAHYW5zd2VycwAAAAEAAAAEdW5p
            dAAAAAFW/////wAAAAd7InYiOjF9xaV9HgAAADfuxVdVAAAAAAAAAAIaAAYKJBggIkEAAAAGbWV0ZXJzAAAABnNp
            dGUvMgAAAAJjMv///////////////wAAAAAAAAAA
            """;

    /** Two messages as version 3 has them, which knew no metadata. */
    private static final String VERSION_3 = """
            TVFUVFNQT0wAAAADvHF/E2CdcPUAAAAAAAAAAdAIWajFpX0eAAAAZZGrmI8AAAAAAAAAAedlVRclAAYKJBggIkAAAAAG
            bWV0ZXJzAAAACXNpdGUvw7wvMQAAAAJjMQAAAAJ1MQAAAAp0ZXh0L3BsYWluAAAAB2Fuc3dlcnMAAAABAAAABHVuaXQA
            AAABVv////8AAAAHeyJ2IjoxfcWlfR4AAAA3r7KWewAAAAAAAAACvW3W0BoABgokGCAiQQAAAAZtZXRlcnMAAAAGc2l0
            ZS8yAAAAAmMy////////////////AAAAAAAAAAA=
            """;

    /** The watermark of version 2: the first of two messages is committed. */
    private static final String VERSION_2_WATERMARK = "AAAAAAAAAAEABgokGCAiQAAGCiQYICRfMx30JgAAAAA=";

    private static final InboundMessage FIRST = new InboundMessage(
            "site/ü/1",
            "{\"v\":1}".getBytes(StandardCharsets.UTF_8),
            "c1",
            "u1",
            1,
            true,
            false,
            new Mqtt5Properties("text/plain", "answers", null, List.of(new UserProperty("unit", "V"))),
            1_700_000_000_123_456L);

    private static final InboundMessage FIRST_WITH_EXPIRY = new InboundMessage(
            FIRST.topic(),
            FIRST.payload(),
            FIRST.clientId(),
            FIRST.userName(),
            FIRST.qos(),
            FIRST.retain(),
            FIRST.duplicate(),
            new Mqtt5Properties("text/plain", "answers", 4_294_967_295L, List.of(new UserProperty("unit", "V"))),
            FIRST.arrivalMicros());

    private static final InboundMessage SECOND = new InboundMessage(
                    "site/2", new byte[0], "c2", null, 2, false, true, Mqtt5Properties.NONE, 1_700_000_000_123_457L)
            .asReplayed();

    @Test
    void shouldReadWhatVersion1HasWrittenAndGoOn() throws Exception {
        write(version1());

        assertReadAndGoesOn(FIRST);
    }

    @Test
    void shouldReadWhatVersion2HasWrittenAndGoOn() throws Exception {
        write(version2());

        assertReadAndGoesOn(FIRST_WITH_EXPIRY);
    }

    @Test
    void shouldReadWhatVersion3HasWrittenAndGoOn() throws Exception {
        write(Base64.getMimeDecoder().decode(VERSION_3));

        assertReadAndGoesOn(FIRST_WITH_EXPIRY);
    }

    @Test
    void shouldGoOnAtTheWatermarkThatVersion2HasWritten() throws Exception {
        write(version2());
        Files.write(folder.resolve("watermark"), Base64.getDecoder().decode(VERSION_2_WATERMARK));

        var waiting = new ArrayList<LoggedMessage>();
        var log = open(folder, MUCH);
        log.forEachWaiting(waiting::add);

        assertThat(log.mark()).isEqualTo(new HighWaterMark(1_700_000_000_123_456L, 1_700_000_000_123_999L));
        assertThat(waiting).usingRecursiveComparison().isEqualTo(List.of(new LoggedMessage(2, "meters", SECOND)));
        assertThat(lines.lines()).isEmpty();
    }

    private void assertReadAndGoesOn(InboundMessage first) throws IOException {
        var waiting = new ArrayList<LoggedMessage>();
        var log = open(folder, MUCH);
        log.forEachWaiting(waiting::add);
        append(log, 3, 4);

        assertThat(waiting)
                .usingRecursiveComparison()
                .isEqualTo(List.of(new LoggedMessage(1, "meters", first), new LoggedMessage(2, "meters", SECOND)));
        for (long number = 1; number <= 4; number++) {
            assertThat(log.read()).extracting(LoggedMessage::number).isEqualTo(number);
        }
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldPutAsideWhatALaterVersionHasWritten() throws Exception {
        write(new SegmentHeader(SegmentHeader.VERSION + 1, 0, 1).bytes());

        open(MUCH);

        assertThat(keptAside(folder)).singleElement().asString().endsWith(".format-5.damaged");
        assertThat(lines.lines()).anyMatch(line -> line.contains("it has format 5, not 1 to 4"));
    }

    /** It counts as damaged, so that it can be deleted when the folder for damaged data is full. */
    @Test
    void shouldNotMistakeADamagedVersionForALaterOne() throws Exception {
        var header = new SegmentHeader(SegmentHeader.VERSION, 0, 1).bytes();
        write(ByteBuffer.wrap(header).putInt(Long.BYTES, 5_067_092).array());

        open(MUCH);

        assertThat(keptAside(folder)).singleElement().asString().endsWith(".segment.damaged");
        assertThat(lines.lines()).anyMatch(line -> line.contains("the check sum of its header is wrong"));
    }

    /** A client that knows the format may guess a number, but not the salt. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldSearchForgedHeadersOfVersion1InLinearTime(int mebibytes) throws Exception {
        int bytes = mebibytes << 20;
        var forged = ByteBuffer.allocate(bytes);
        while (forged.remaining() >= RecordFormat.UNCHECKED_HEADER_BYTES) {
            forged.putInt(0xC5A5_7D1E).putInt(bytes / 2).putInt(0).putLong(3);
        }
        write(LogFiles.joined(version1(), forged.array()));

        try (var reader = SegmentReader.open(Segment.file(folder, 1), (from, to) -> {})) {
            long end = Files.size(Segment.file(folder, 1));
            assertThat(reader.next(end)).isTrue();
            assertThat(reader.next(end)).isTrue();
            assertThat(reader.next(end)).isFalse();

            assertThat(reader.number()).isEqualTo(2);
            assertThat(reader.work()).isLessThan(12L * bytes);
        }
    }

    private static byte[] version1() {
        return Base64.getMimeDecoder().decode(VERSION_1);
    }

    private static byte[] version2() {
        return Base64.getMimeDecoder().decode(VERSION_2);
    }

    private void write(byte[] segment) throws IOException {
        Files.write(Segment.file(folder, 1), segment);
    }
}
