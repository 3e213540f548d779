// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.testkit.Compressor;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.Random;

/** Round trip of any bytes through each codec, with a named and with a detected codec. */
class CodecPropertyTest {

    private static final int LIMIT = 1 << 20;

    @SeededTest
    void shouldUndoWhatWasDone(RandomValues random) throws Exception {
        var compressor = random.oneOf(Compressor.values());
        var content = content(random);

        assertThat(CodecTest.codec(compressor).decompress(compressor.compress(content), LIMIT))
                .isEqualTo(content);
    }

    @SeededTest
    void shouldRecogniseWhatWasDone(RandomValues random) throws Exception {
        var compressor = random.oneOf(Compressor.values());
        var content = content(random);

        if (compressor != Compressor.SNAPPY_RAW) { // which nothing tells from other bytes
            assertThat(new PayloadCompression(Compression.AUTO, LIMIT)
                            .undo(Payload.of(compressor.compress(content)))
                            .bytes())
                    .isEqualTo(content);
        }
    }

    /** Returns text of few letters, repeated: some of it is hard to compress, some becomes very small. */
    private static byte[] content(RandomValues random) {
        return content(random.anyLong(), random.between(1, 256), random.between(0, 3_000), random.between(1, 60));
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
