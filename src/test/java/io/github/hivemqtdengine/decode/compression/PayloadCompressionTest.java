// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.testkit.Compressor;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCompressionTest {

    private static final int LIMIT = 10_000;
    private static final byte[] TEXT = "[1,2,3]".getBytes(UTF_8);

    @ParameterizedTest
    @EnumSource
    void shouldUndoWhatTheConfigurationSays(Compressor compressor) throws Exception {
        var compression = Compression.valueOf(CodecTest.codec(compressor).name());

        assertThat(undo(compression, compressor.compress(TEXT), "lz4, nonsense"))
                .isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldUndoWhatTheMessageSays(Compressor compressor) throws Exception {
        for (var compression : new Compression[] {Compression.CONTENT_ENCODING, Compression.AUTO}) {
            assertThat(undo(compression, compressor.compress(TEXT), compressor.contentEncoding()))
                    .isEqualTo(TEXT);
        }
    }

    @Test
    void shouldTakePayloadsAsTheyAreWhereNobodySaysMore() throws Exception {
        assertThat(PayloadCompression.NONE.undo(new Payload(TEXT, null, "gzip")).bytes())
                .isSameAs(TEXT);
        assertThat(undo(Compression.CONTENT_ENCODING, TEXT, null)).isSameAs(TEXT);
        assertThat(undo(Compression.CONTENT_ENCODING, TEXT, "identity")).isSameAs(TEXT);
        assertThat(undo(Compression.AUTO, Compressor.GZIP.compress(TEXT), " Identity "))
                .isEqualTo(Compressor.GZIP.compress(TEXT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZip", "x-gzip", " gzip ", "identity,gzip", ",gzip,"})
    void shouldReadWordsAsTheyAreWritten(String contentEncoding) throws Exception {
        assertThat(undo(Compression.CONTENT_ENCODING, Compressor.GZIP.compress(TEXT), contentEncoding))
                .isEqualTo(TEXT);
    }

    @Test
    void shouldUndoWhatWasDoneLastFirst() throws Exception {
        var payload = Compressor.LZ4.compress(Compressor.ZSTD.compress(Compressor.SNAPPY_FRAMED.compress(TEXT)));

        assertThat(undo(Compression.CONTENT_ENCODING, payload, "x-snappy-framed, zstd, lz4"))
                .isEqualTo(TEXT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip,gzip,gzip,gzip | The content-encoding has more than 3 parts",
                "gzip,gzip,gzip,gzip,gzip,gzip | The content-encoding has more than 3 parts",
                "br | The content-encoding is none of gzip, x-gzip, deflate, zlib, snappy, x-snappy-framed, zstd, lz4 and"
                        + " identity"
            })
    void shouldRefuseOtherWords(String contentEncoding, String sentence) {
        assertThatThrownBy(() -> undo(Compression.AUTO, TEXT, contentEncoding))
                .isInstanceOf(DecodeException.class)
                .hasMessage(sentence);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SNAPPY_RAW")
    void shouldRecogniseCodecs(Compressor compressor) throws Exception {
        assertThat(undo(Compression.AUTO, compressor.compress(TEXT), null)).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1f",
                "1f8b",
                "28b52f",
                "78",
                "789c",
                "ff0600",
                "7b7d",
                "5b5d",
                "789d030000000001", // the header's checksum
                "88980300000000011234", // a window of 64 KiB
                "78bb030000000001" // a dictionary
            })
    void shouldTakeOtherPayloadsAsTheyAre(String hex) throws Exception {
        var payload = HexFormat.of().parseHex(hex);

        assertThat(undo(Compression.AUTO, payload, null)).isSameAs(payload);
    }

    @Test
    void shouldHoldTheLimitAfterEachStep() {
        var twice = Compressor.GZIP.compress(Compressor.GZIP.zeros(1));

        assertThatThrownBy(() -> undo(Compression.CONTENT_ENCODING, twice, "gzip, gzip"))
                .hasMessage("Decompressed, the payload has more than 10000 bytes (max-bytes)");
    }

    private static byte[] undo(Compression compression, byte[] payload, @Nullable String contentEncoding)
            throws DecodeException {
        return new PayloadCompression(compression, LIMIT)
                .undo(new Payload(payload, null, contentEncoding))
                .bytes();
    }
}
