package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketsTest {

    private static final byte[] TOPIC = "a/b".getBytes(StandardCharsets.UTF_8);

    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final PacketWriter writer = new PacketWriter(wire);

    @Test
    void shouldWriteAPublishAsTheStandardHasIt() throws IOException {
        writer.publish(TOPIC, new byte[] {7}, 1, 258);
        writer.flush();

        assertThat(wire.toByteArray()).containsExactly(0x32, 9, 0, 3, 'a', '/', 'b', 1, 2, 0, 7);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 20, 127, 128, 16_384, 30_000})
    void shouldReadWhatItWroteHoweverItComes(int bytes) throws IOException {
        var payload = Payloads.timedZeros(bytes).payload(0, 1_234_567_890_123L);
        for (int i = 0; i < 20; i++) {
            writer.publish(TOPIC, payload, i % 2, i);
        }
        writer.flush();
        var reader = new PacketReader(new Trickle(wire.toByteArray()));

        for (int i = 0; i < 20; i++) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.type()).isEqualTo(PacketReader.PUBLISH);
            assertThat(reader.payloadStart()).isEqualTo(1_234_567_890_123L);
        }
        assertThat(reader.next()).isFalse();
    }

    @Test
    void shouldTellWhetherAnotherPacketWaits() throws IOException {
        var reader = new PacketReader(new ByteArrayInputStream(new byte[] {0x40, 2, 0, 1, 0x40, 3, 0, 2, 0x10}));

        assertThat(reader.next()).isTrue();
        assertThat(reader.moreWaits()).isTrue();
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(PacketReader.PUBACK);
        assertThat(reader.moreWaits()).isFalse();
    }

    @Test
    void shouldNotTakeHalfAPacketForTheEnd() {
        var reader = new PacketReader(new ByteArrayInputStream(new byte[] {0x40, 2, 0}));

        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    /** Gives 1, 2, 3 ... bytes at a time. */
    private static final class Trickle extends InputStream {

        private final ByteArrayInputStream bytes;
        private int most = 1;

        Trickle(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, Math.min(length, most++));
        }
    }
}
