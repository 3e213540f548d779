package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.Compressor;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever was compressed, and by which codec, comes back, with and without knowing the codec. */
class CodecPropertyTest {

    private static final int LIMIT = 1 << 20;

    @Property
    void shouldUndoWhatWasDone(@ForAll Compressor compressor, @ForAll("contents") byte[] content) throws Exception {
        assertThat(CodecTest.codec(compressor).decompress(compressor.compress(content), LIMIT))
                .isEqualTo(content);
    }

    @Property
    void shouldRecogniseWhatWasDone(@ForAll Compressor compressor, @ForAll("contents") byte[] content)
            throws Exception {
        if (compressor != Compressor.SNAPPY_RAW) { // which nothing tells from other bytes
            assertThat(new PayloadCompression(Compression.AUTO, LIMIT)
                            .undo(Payload.of(compressor.compress(content)))
                            .bytes())
                    .isEqualTo(content);
        }
    }

    /** Text of few letters, repeated: some of it is hard to compress, some becomes very small. */
    @Provide
    Arbitrary<byte[]> contents() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.integers().between(1, 256),
                        Arbitraries.integers().between(0, 3_000),
                        Arbitraries.integers().between(1, 60))
                .as(CodecPropertyTest::content);
    }

    private static byte[] content(long seed, int letters, int length, int times) {
        var random = new Random(seed);
        var part = new byte[length];
        for (int i = 0; i < length; i++) {
            part[i] = (byte) random.nextInt(letters);
        }
        var content = new byte[length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(part, 0, content, i * length, length);
        }
        return content;
    }
}
