// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

class DeadLetterLinePropertyTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

    @SeededTest
    void shouldReadBackWhatWasWritten(RandomValues random) throws IOException {
        var message = message(random);
        var routeId = text(random);
        var reason = random.oneOf(DeadLetterReason.values());
        var line = written(new DeadLetter(routeId, message, reason, random.text(255)));

        var read = DeadLetterLine.read(7, new ByteArrayInputStream(line), Long.MAX_VALUE);

        assertThat(read.number()).isEqualTo(7);
        assertThat(read.routeId()).isEqualTo(routeId);
        assertThat(read.message()).usingRecursiveComparison().isEqualTo(message);
    }

    @SeededTest
    void shouldKnowBeforehandHowLongALineWillBe(RandomValues random) throws IOException {
        var letter = new DeadLetter("r", message(random), DeadLetterReason.DECODE, "ü");

        assertThat(DeadLetterLine.bytes(letter, TIME)).isEqualTo(written(letter).length);
    }

    /** The broker's own buffers are read-only. */
    @SeededTest
    void shouldWriteTheSameWhereverThePayloadIs(RandomValues random) throws IOException {
        var letter = new DeadLetter("r", message(random), DeadLetterReason.TOO_LARGE, "d");
        var payload = ByteBuffer.allocate(letter.payload().remaining() + 5).position(3);
        payload.put(letter.payload().duplicate()).limit(payload.position()).position(3);
        var elsewhere =
                new DeadLetter("r", letter.message(), payload.asReadOnlyBuffer(), letter.reason(), letter.detail());

        assertThat(written(elsewhere)).isEqualTo(written(letter));
        assertThat(written(elsewhere)).isEqualTo(written(letter));
        assertThat(DeadLetterLine.bytes(elsewhere, TIME)).isEqualTo(written(letter).length);
    }

    /** A line torn by a dying process is one message or none, never another message. */
    @SeededTest(tries = 40)
    void shouldReadNothingFromALineThatEndsTooEarly(RandomValues random) throws IOException {
        var line = new String(
                written(new DeadLetter("r", message(random), DeadLetterReason.DECODE, "d")),
                StandardCharsets.ISO_8859_1);
        for (int length = 0; length < line.length() - 1; length += 7) {
            var torn = line.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(isReadable(torn)).as("%d bytes", length).isFalse();
        }
    }

    /** Simulates lines that an editor, a full disk or a power cut has left. */
    @SeededTest
    void shouldReadOrRefuseWhateverStandsInALine(RandomValues random) {
        var line = random.bytes(40);

        assertThatCode(() -> isReadable(line)).doesNotThrowAnyException();
    }

    private static boolean isReadable(byte[] line) throws IOException {
        try {
            return DeadLetterLine.read(1, new ByteArrayInputStream(line), Long.MAX_VALUE)
                            .number()
                    == 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] written(DeadLetter letter) throws IOException {
        var out = new ByteArrayOutputStream();
        DeadLetterLine.write(letter, TIME, out);
        return out.toByteArray();
    }

    private static InboundMessage message(RandomValues random) {
        boolean isRetained = random.anyBoolean();
        return new InboundMessage(
                        text(random),
                        random.bytes(100),
                        text(random),
                        textOrNull(random),
                        random.between(0, 2),
                        isRetained,
                        !isRetained,
                        properties(random),
                        random.between(-1, 4_000_000_000_000_000L))
                .with(metadata(random));
    }

    private static Metadata metadata(RandomValues random) {
        return new Metadata(
                        random.anyBoolean() ? null : random.bytes(50),
                        random.anyBoolean() ? null : (Integer) random.between(0, 1),
                        random.anyBoolean() ? null : (Integer) random.between(1, 65_535),
                        textOrNull(random),
                        textOrNull(random),
                        textOrNull(random),
                        textOrNull(random),
                        textOrNull(random))
                .orNone();
    }

    private static Mqtt5Properties properties(RandomValues random) {
        return new Mqtt5Properties(
                textOrNull(random),
                textOrNull(random),
                random.chance(30) ? null : random.between(0, Mqtt5Properties.MAX_MESSAGE_EXPIRY),
                random.list(0, 3, () -> new UserProperty(text(random), text(random))));
    }

    private static @Nullable String textOrNull(RandomValues random) {
        return random.chance(30) ? null : text(random);
    }

    /** A string as MQTT has them: UTF-8, so without halves of characters. */
    private static String text(RandomValues random) {
        return random.chance(20) ? random.oneOf("工厂/线 1/😀", "a\"b\\c\n\u0000") : random.unicode(20);
    }
}
