// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.testkit.Compressor;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bombs and damaged payloads: a {@link DecodeException}, and no memory. */
class HostileCompressionTest {

    private static final int MIB = 1 << 20;
    private static final int MUTATIONS = 3_000;
    private static final byte[] LINES = IntStream.range(0, 300)
            .mapToObj(i -> "{\"id\":" + i + ",\"value\":" + i * 37 % 101 + "}\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource
    void shouldRefuseABombAtNoCost(Compressor compressor) throws Exception {
        var codec = CodecTest.codec(compressor);
        var bomb = bomb(compressor);
        codec.decompress(compressor.compress(LINES), MIB); // loads what there is to load

        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> codec.decompress(bomb, MIB))
                .isInstanceOf(DecodeException.class)
                .hasMessage("Decompressed, the payload has more than 1048576 bytes (max-bytes)");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 * MIB);
    }

    /** 200 MiB of zeros. */
    private static byte[] bomb(Compressor compressor) {
        return compressor == Compressor.SNAPPY_RAW ? rawSnappyBomb() : compressor.zeros(200);
    }

    /** Its writer wants all bytes at once; this is what it would write: one zero, and copies of 64 zeros. */
    private static byte[] rawSnappyBomb() {
        var bomb = new byte[6 + 3 * ((200 * MIB) / 64)];
        var head = HexFormat.of().parseHex("81808064" + "0000"); // the size and the zero
        System.arraycopy(head, 0, bomb, 0, head.length);
        for (int i = head.length; i < bomb.length; i += 3) {
            bomb[i] = (byte) 0xFE;
            bomb[i + 1] = 1;
        }
        return bomb;
    }

    @ParameterizedTest
    @CsvSource({
        "SNAPPY, 80808008" + "0000", // a raw block of 16 MiB
        "SNAPPY, ff060000734e61507059" + "00ffffff" + "00000000", // a chunk of 16 MiB
        "SNAPPY, 82534e4150505900" + "00000001" + "00000001" + "7fffffff" + "0000", // a block of 2 GiB
        "SNAPPY, 82534e4150505900" + "00000001" + "00000001" + "ffffffff" + "0000", // of -1
        "ZSTD, 28b52ffd" + "a0" + "00000001" + "030000" + "00", // a frame of 16 MiB
        "ZSTD, 28b52ffd" + "00" + "88" + "ffffff", // a window of 128 MiB
        "LZ4, 04224d18" + "6c70" + "0000000100000000" + "d1" + "00000040", // a frame of 4 GiB
        "GZIP, 1f8b0804000000000000" + "ffff", // 64 KiB of extra bytes
    })
    void shouldNotBelieveLengths(Codec codec, String hex) throws Exception {
        var payload = HexFormat.of().parseHex(hex);
        codec.decompress(compressor(codec).compress(LINES), MIB);

        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> codec.decompress(payload, 64 * MIB)).isInstanceOf(DecodeException.class);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 * MIB);
    }

    private static Compressor compressor(Codec codec) {
        return Arrays.stream(Compressor.values())
                .filter(compressor -> CodecTest.codec(compressor) == codec)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeWhateverComes(Compressor compressor) {
        var codec = CodecTest.codec(compressor);
        var compressed = CodecTest.joined(compressor.compress(LINES), compressor.compress(new byte[100]));
        var random = new Random(42);
        for (int i = 0; i < MUTATIONS; i++) {
            var mutant = mutant(compressed, random);
            try {
                assertThat(codec.decompress(mutant, 100_000)).hasSizeLessThanOrEqualTo(100_000);
            } catch (DecodeException e) {
                assertThat(e.sentence()).doesNotContain("can't be loaded");
            }
        }
    }

    private static byte[] mutant(byte[] original, Random random) {
        var mutant =
                Arrays.copyOf(original, random.nextInt(4) == 0 ? random.nextInt(original.length + 1) : original.length);
        for (int i = random.nextInt(4); i >= 0 && mutant.length > 0; i--) {
            int reach = random.nextBoolean() ? Math.min(40, mutant.length) : mutant.length;
            mutant[random.nextInt(reach)] = (byte) (random.nextBoolean() ? random.nextInt() : 0xFF);
        }
        return mutant;
    }
}
