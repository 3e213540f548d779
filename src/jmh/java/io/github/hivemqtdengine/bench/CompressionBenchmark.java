// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.testkit.Compressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of decompressing a block of 100 KB; also prints the compressed size per codec. Run it like {@link
 * MappingBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CompressionBenchmark {

    private static final int BLOCK = 100_000;

    /** Content of a block. */
    public enum Block {
        /** Small records with a time, three readings and a state, in an array. */
        JSON {
            @Override
            byte[] bytes() {
                var random = new Random(1);
                var text = new StringBuilder(BLOCK + 200).append('[');
                for (long time = 1_700_000_000_000L; text.length() < BLOCK; time += 950 + random.nextInt(100)) {
                    text.append(String.format(
                            Locale.ROOT,
                            "{\"ts\":%d,\"voltage\":%.2f,\"current\":%.3f,\"power\":%.1f,\"state\":\"%s\"},",
                            time,
                            230 + random.nextGaussian(),
                            4 + random.nextGaussian() / 10,
                            990 + 5 * random.nextGaussian(),
                            random.nextInt(20) == 0 ? "starting" : "running"));
                }
                return text.toString().getBytes(StandardCharsets.UTF_8);
            }
        },
        /** The same records as Avro would have them: a long of seven bits each, doubles, a text with its length. */
        BINARY {
            @Override
            byte[] bytes() {
                var random = new Random(1);
                var buffer = ByteBuffer.allocate(BLOCK + 200).order(ByteOrder.LITTLE_ENDIAN);
                for (long time = 1_700_000_000_000L; buffer.position() < BLOCK; time += 950 + random.nextInt(100)) {
                    long zigzag = time << 1;
                    for (; zigzag > 127; zigzag >>>= 7) {
                        buffer.put((byte) (zigzag | 0x80));
                    }
                    buffer.put((byte) zigzag)
                            .putDouble(Math.round(23_000 + 100 * random.nextGaussian()) / 100.0)
                            .putDouble(Math.round(4_000 + 100 * random.nextGaussian()) / 1_000.0)
                            .putDouble(Math.round(9_900 + 50 * random.nextGaussian()) / 10.0)
                            .put((byte) 14)
                            .put("running".getBytes(StandardCharsets.UTF_8));
                }
                return buffer.array();
            }
        };

        abstract byte[] bytes();
    }

    @Param
    private Block block = Block.JSON;

    @Param
    private Compressor compressor = Compressor.GZIP;

    private PayloadCompression compression = PayloadCompression.NONE;
    private Payload compressed = Payload.of(new byte[0]);

    /** Compresses the block and prints how small it has become. */
    @Setup
    public void compress() {
        var bytes = Arrays.copyOf(block.bytes(), BLOCK);
        var small = compressor.compress(bytes);
        compressed = Payload.of(small);
        compression =
                new PayloadCompression(Compression.valueOf(compressor.word().toUpperCase(Locale.ROOT)), 1 << 24);
        System.out.printf(
                "%s, %s: %d bytes, %.1f %%%n", block, compressor, small.length, 100.0 * small.length / bytes.length);
    }

    @Benchmark
    public byte[] decompress() throws DecodeException {
        return compression.undo(compressed).bytes();
    }
}
