// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {

    private static final InboundMessage FULL = new InboundMessage(
            "工厂/线 1/😀",
            "{\"v\":1}".getBytes(StandardCharsets.UTF_8),
            "клиент",
            "wer",
            2,
            true,
            true,
            new Mqtt5Properties(
                    "application/json",
                    "answers/1",
                    3_600L,
                    List.of(new UserProperty("a", ""), new UserProperty("a", "ü"))),
            1_700_000_000_123_456L);

    private static final Metadata FACTS =
            new Metadata(new byte[] {0, -1, 7}, 1, 65_535, "2001:db8:0:0:0:0:0:1", "tls-ü", "5", "CN 温", "node-1");

    @Test
    void shouldGiveBackWhatItWrote() {
        assertSame(FULL);
        assertSame(FULL.asReplayed());
        assertSame(FULL.asCopied());
        assertSame(FULL.asCopied().asReplayed());
        assertSame(expiringAfter(0));
        assertSame(expiringAfter(Mqtt5Properties.MAX_MESSAGE_EXPIRY));
        assertSame(new InboundMessage("t", new byte[0], "", null, 0, false, false, Mqtt5Properties.NONE, -1));
        assertSame(new InboundMessage("t", new byte[70_000], "c", "", 1, true, false, Mqtt5Properties.NONE, 0));
        assertSame(new InboundMessage(
                "plant/Öfen/温", new byte[1], "c\u0080", "\u007f", 1, false, false, Mqtt5Properties.NONE, 1));
        assertSame(new InboundMessage(
                "x".repeat(65_535), new byte[1], "y".repeat(65_535), null, 1, false, true, Mqtt5Properties.NONE, 1));
    }

    @Test
    void shouldGiveBackTheMetadata() {
        assertSame(FULL.with(FACTS));
        assertSame(FULL.with(FACTS).asReplayed().arrivedAt(5));
        var bare = new InboundMessage("t", new byte[0], "", null, 0, false, false, Mqtt5Properties.NONE, -1);
        assertSame(bare.with(new Metadata(new byte[0], null, null, null, null, null, null, null)));
        assertSame(bare.with(new Metadata(new byte[65_535], null, null, null, null, null, null, null)));
        assertSame(bare.with(new Metadata(null, 0, null, null, null, null, null, null)));
        assertSame(bare.with(new Metadata(null, null, 1, null, null, null, null, null)));
        assertSame(bare.with(new Metadata(null, null, null, "10.0.0.1", null, null, null, null)));
        assertSame(bare.with(new Metadata(null, null, null, null, "l", null, null, null)));
        assertSame(bare.with(new Metadata(null, null, null, null, null, "3.1.1", null, null)));
        assertSame(bare.with(new Metadata(null, null, null, null, null, null, "", null)));
        assertSame(bare.with(new Metadata(null, null, null, null, null, null, null, "x".repeat(255))));
    }

    /** Later versions may write facts that this one does not know, with another version of the segment. */
    @Test
    void shouldRefuseFactsThatItDoesNotKnow() {
        var bytes = encoded(new InboundMessage("t", new byte[0], "c", null, 0, false, false, Mqtt5Properties.NONE, 1)
                .with(new Metadata(null, 1, null, null, null, null, null, null)));
        int flags = bytes.limit() - Integer.BYTES - Byte.BYTES - Integer.BYTES;
        assertThat(bytes.getInt(flags)).isEqualTo(2);
        bytes.putInt(flags, 2 | 256);

        assertThatIllegalArgumentException().isThrownBy(() -> MessageCodec.decode(1, bytes));
    }

    private static InboundMessage expiringAfter(long seconds) {
        return new InboundMessage(
                "t", new byte[1], "c", null, 1, false, false, Mqtt5Properties.of(null, null, seconds, List.of()), 1);
    }

    private static void assertSame(InboundMessage message) {
        var read = MessageCodec.decode(7, encoded(message));
        assertThat(read.number()).isEqualTo(7);
        assertThat(read.routeId()).isEqualTo("Öfen");
        assertThat(read.message()).usingRecursiveComparison().isEqualTo(message);
    }

    @Test
    void shouldNeverReadAMessageThatEndsTooEarly() {
        var whole = encoded(FULL.with(FACTS));
        for (int bytes = 0; bytes < whole.limit(); bytes++) {
            var part = whole.duplicate().limit(bytes);
            assertThatIllegalArgumentException().isThrownBy(() -> MessageCodec.decode(1, part));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, Integer.MAX_VALUE})
    void shouldNotBelieveALengthThatCanNotBe(int length) {
        var bytes = encoded(FULL);
        bytes.putInt(Byte.BYTES + Long.BYTES, length);
        assertThatIllegalArgumentException().isThrownBy(() -> MessageCodec.decode(1, bytes));
    }

    private static ByteBuffer encoded(InboundMessage message) {
        var buffer = ByteBuffer.allocate(
                Math.toIntExact(MessageCodec.exactBytes("Öfen", message)) + message.payload().length);
        MessageCodec.encode("Öfen", message, buffer);
        return buffer.put(message.payload()).flip();
    }
}
