// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.testkit.Compressor;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {

    private static final int LIMIT = 2 << 20;
    private static final byte[] TEXT = "one record, one record, another record".getBytes(UTF_8);

    private static final String OTHERS_TEXT =
            IntStream.range(0, 20_000).mapToObj(i -> i % 500 * 7919 + "\n").collect(Collectors.joining());

    @ParameterizedTest
    @EnumSource
    void shouldUndoEverySize(Compressor compressor) throws Exception {
        var codec = codec(compressor);
        var random = new Random(7);
        for (int size : new int[] {0, 1, 2, 1_000, 65_535, 65_536, 65_537, 1 << 20}) {
            var noise = new byte[size];
            random.nextBytes(noise);
            assertThat(codec.decompress(compressor.compress(noise), LIMIT)).isEqualTo(noise);
            assertThat(codec.decompress(compressor.compress(new byte[size]), LIMIT))
                    .isEqualTo(new byte[size]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GZIP, gzip",
        "GZIP, gzip-members",
        "ZLIB, zlib",
        "SNAPPY, snappy-raw",
        "SNAPPY, snappy-framed",
        "ZSTD, zstd",
        "ZSTD, zstd-unknown-size",
        "ZSTD, zstd-frames",
        "LZ4, lz4-linked",
        "LZ4, lz4-independent",
        "LZ4, lz4-frames"
    })
    void shouldUndoWhatOtherImplementationsWrite(Codec codec, String file) throws Exception {
        try (var stream = CodecTest.class.getResourceAsStream("compressed/" + file + ".bin")) {
            assertThat(stream).isNotNull();
            assertThat(new String(codec.decompress(stream.readAllBytes(), LIMIT), UTF_8))
                    .isEqualTo(OTHERS_TEXT);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"ZLIB", "SNAPPY_RAW"})
    void shouldUndoSeveralAfterEachOther(Compressor compressor) throws Exception {
        var one = compressor.compress(TEXT);
        var two = compressor.compress(new byte[100_000]);

        assertThat(codec(compressor).decompress(joined(one, two, one), LIMIT))
                .isEqualTo(joined(TEXT, new byte[100_000], TEXT));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeExactlyTheLimit(Compressor compressor) throws Exception {
        var compressed = compressor.compress(new byte[100_000]);

        assertThat(codec(compressor).decompress(compressed, 100_000)).hasSize(100_000);
        assertThatThrownBy(() -> codec(compressor).decompress(compressed, 99_999))
                .isInstanceOf(DecodeException.class)
                .hasMessage("Decompressed, the payload has more than 99999 bytes (max-bytes)");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseGarbageBehindTheEnd(Compressor compressor) {
        for (var garbage : new String[] {"\0", "x", "garbage", "garbage behind the end of the payload"}) {
            assertRefused(compressor, joined(compressor.compress(TEXT), garbage.getBytes(UTF_8)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatEndsTooEarly(Compressor compressor) {
        var compressed = compressor.compress(TEXT);
        // streams of Snappy have no end marker: nothing is missing after their headers
        int header = compressor == Compressor.SNAPPY_FRAMED ? 10 : compressor == Compressor.SNAPPY_XERIAL ? 16 : -1;
        for (int length = 0; length < compressed.length; length++) {
            if (length != header) {
                assertRefused(compressor, Arrays.copyOf(compressed, length));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZLIB", "ZSTD", "LZ4"})
    void shouldSayWhereAPayloadEndsTooEarly(Compressor compressor) {
        var compressed = compressor.compress(TEXT);

        for (int length : new int[] {12, compressed.length / 2, compressed.length - 1}) {
            assertThatThrownBy(() -> codec(compressor).decompress(Arrays.copyOf(compressed, length), LIMIT))
                    .isInstanceOfSatisfying(
                            DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TRUNCATED))
                    .hasMessage("The compressed payload ends too early at byte " + length);
        }
    }

    /** A frame that is whole may precede the cut one. */
    @Test
    void shouldSayWhereTheSecondFrameOfZstdIsCut() {
        var frame = Compressor.ZSTD.compress(TEXT);
        var payload = joined(frame, Arrays.copyOf(frame, frame.length - 3));

        assertThatThrownBy(() -> Codec.ZSTD.decompress(payload, LIMIT))
                .hasMessage("The compressed payload ends too early at byte " + payload.length);
    }

    @Test
    void shouldRefuseASecondMemberThatEndsTooEarly() {
        var member = Compressor.GZIP.compress(TEXT);
        for (int length = 1; length < member.length; length++) {
            assertRefused(Compressor.GZIP, joined(member, Arrays.copyOf(member, length)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZLIB", "ZSTD", "LZ4"})
    void shouldRefuseAWrongChecksum(Compressor compressor) {
        var compressed = compressor.compress(TEXT);
        int size = compressor == Compressor.GZIP ? Integer.BYTES : 0;
        compressed[compressed.length - 1 - size] ^= 1;

        assertRefused(compressor, compressed);
    }

    @Test
    void shouldRefuseAWrongSizeOfGzip() {
        var compressed = Compressor.GZIP.compress(TEXT);
        compressed[compressed.length - 1] ^= 1;

        assertRefused(Compressor.GZIP, compressed);
    }

    @Test
    void shouldRefuseAWrongChecksumOfAChunk() {
        var compressed = Compressor.SNAPPY_FRAMED.compress(TEXT);
        compressed[14] ^= 1;

        assertThatThrownBy(() -> Codec.SNAPPY.decompress(compressed, LIMIT))
                .hasMessage("The checksum of a Snappy chunk is wrong at byte 10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1f8b0804000000000000" + "0300" + "414243" + "03000000000000000000", // extra bytes
                "1f8b0808000000000000" + "6e616d6500" + "03000000000000000000",
                "1f8b0810000000000000" + "72656d61726b00" + "03000000000000000000",
                "1f8b0818000000000000" + "6e00" + "7200" + "03000000000000000000",
                "1f8b0840000000000000" + "03000000000000000000" // a reserved flag
            })
    void shouldReadEveryHeaderOfGzip(String hex) throws Exception {
        assertThat(Codec.GZIP.decompress(HexFormat.of().parseHex(hex), LIMIT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1f8b0802000000000000" + "0000" + "03000000000000000000, There is no gzip header at byte 0",
        "1f8b0704000000000000" + "03000000000000000000, There is no gzip header at byte 0"
    })
    void shouldRefuseOtherHeadersOfGzip(String hex, String sentence) {
        assertThatThrownBy(() -> Codec.GZIP.decompress(HexFormat.of().parseHex(hex), LIMIT))
                .isInstanceOf(DecodeException.class)
                .hasMessage(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "GZIP, 1f8b0800000000000000" + "0300" + "0000000000000000"
                + "1f8b08, The compressed payload ends too early at byte 23",
        "GZIP, 1f8b0800000000000000" + "0700"
                + "0000000000000000, The deflated bytes are damaged: invalid block type at byte",
        "GZIP, 1f8b0800000000000000" + "0300"
                + "0100000000000000, The deflated bytes are damaged: Corrupt GZIP trailer at byte",
        "GZIP, 1f8b0808000000000000" + "6e616d656e616d6500" + "0300"
                + "00, The compressed payload ends too early at byte 22",
        "ZLIB, 789c030000000002, The deflated bytes are damaged: incorrect data check at byte",
        "ZLIB, 789c03000000000100, The payload has data after the end of the zlib stream at byte 8",
        "ZLIB, 78bb0000000103000000, The payload was deflated with a dictionary"
    })
    void shouldSayWhereDeflatedBytesAreDamaged(Codec codec, String hex, String sentence) {
        assertThatThrownBy(() -> codec.decompress(HexFormat.of().parseHex(hex), LIMIT))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"502a4d18" + "03000000" + "414243", "5f2a4d18" + "00000000"})
    void shouldSkipFramesForOthers(String hex) throws Exception {
        var skipped = HexFormat.of().parseHex(hex);

        for (var compressor : new Compressor[] {Compressor.LZ4, Compressor.ZSTD}) {
            var payload = joined(skipped, compressor.compress(TEXT), skipped);
            assertThat(codec(compressor).decompress(payload, LIMIT)).isEqualTo(TEXT);
        }
    }

    @Test
    void shouldRefuseABlockThatRepeatsWhatWasNotThere() {
        var block = HexFormat.of().parseHex("12" + "41" + "0200" + "5061626364" + "65");
        var output = new LimitedOutput(LIMIT, 0);

        assertThatThrownBy(() -> new Lz4Frames.Lz4Block(block, 0, block.length, output, 0).decompress(1_000))
                .isInstanceOf(DecodeException.class)
                .hasMessage("A block of lz4 repeats what was not there at byte 2");
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatALibraryCantBeLoaded(Codec codec) {
        for (var error : new Error[] {
            new UnsatisfiedLinkError("no"), new NoClassDefFoundError("no"), new ExceptionInInitializerError("no")
        }) {
            assertThatThrownBy(() -> codec.decompress(
                            (payload, limit) -> {
                                throw error;
                            },
                            TEXT,
                            LIMIT))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContainingAll(
                            "The library for " + codec.name().toLowerCase(Locale.ROOT) + " can't be loaded here",
                            "java.io.tmpdir",
                            "-DZstdTempFolder");
        }
    }

    private static void assertRefused(Compressor compressor, byte[] payload) {
        assertThatThrownBy(() -> codec(compressor).decompress(payload, LIMIT)).isInstanceOf(DecodeException.class);
    }

    static Codec codec(Compressor compressor) {
        return Codec.valueOf(compressor.word().toUpperCase(Locale.ROOT));
    }

    static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
