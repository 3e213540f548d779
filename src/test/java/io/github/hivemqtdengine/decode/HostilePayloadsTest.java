// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.testkit.Compressor;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payloads without a format, with a format by their content type, and compressed ones: records or a coded error. */
class HostilePayloadsTest {

    private static final List<byte[]> SAMPLES = List.of(
            "{\"a\":1,\"b\":[{\"c\":2.5},\"é\"]}".getBytes(UTF_8),
            "a,b\n1,\"x\ny\"\n2,é\n".getBytes(UTF_8),
            "{\"a\":1}\n{\"a\":{\"b\":null}}\n".getBytes(UTF_8),
            Encoders.cbor(Encoders.json("{\"a\":1,\"b\":[true,\"x\",-5]}")));

    private static final List<@Nullable String> CONTENT_TYPES = Arrays.asList(
            null,
            "",
            "application/json",
            "text/csv; header=present",
            "APPLICATION/X-NDJSON",
            "application/cbor",
            "application/msgpack",
            "application/senml+cbor",
            "application/+",
            "+json",
            ";",
            "x".repeat(60_000),
            "\ud800");

    private static final HostileBytes CONTENT_ENCODINGS = HostileBytes.ofTexts(List.of(
            "gzip", "deflate, br", "gzip,gzip,gzip", "x-snappy-framed", "identity, zstd ", "snappy;q=1", "GZIP\t,lz4"));

    private static final int MAX_UNPACKED = 64 << 10;

    /** Windows and tables that codecs allocate for any payload: the LZ4 block of 64 KiB, zstd's and zlib's buffers. */
    private static final long FIXED_OF_CODECS = 1 << 20;

    @Test
    void shouldGiveRecordsOfRawPayloadsOrACodedError() {
        var fields = List.of(
                new FieldPath(FieldPath.Scope.RECORD, ""),
                RawFormat.ENCODING,
                RawFormat.BYTES,
                RawFormat.CHUNK,
                RawFormat.CHUNKS,
                RawFormat.CHECKSUM);
        var whole = new RawFormat(RawEncoding.TEXT).decoder(fields.subList(0, 3), RecordShape.ONE_RECORD);
        var chunks = new RawFormat(RawEncoding.TEXT, UTF_8, 7).decoder(fields, RecordShape.ONE_RECORD.ofList());

        new Mutations(HostileKind.RAW, 2, SAMPLES).tryOn(whole);
        new Mutations(HostileKind.RAW, 2, SAMPLES).tryOn(chunks);
    }

    @Test
    void shouldGiveRecordsByContentTypeOrACodedError() {
        var json = new JsonFormat();
        var format = new AutoFormat(
                Map.of(
                        "application/json", json,
                        "application/x-ndjson", new NdjsonFormat(NonFinite.REJECT),
                        "text/csv", new CsvFormat(UTF_8, ',', List.of()),
                        "application/cbor", new CborFormat(),
                        "application/msgpack", new MsgpackFormat()),
                json);
        var decoder = format.decoder(
                List.of(
                        new FieldPath(FieldPath.Scope.RECORD, "/a"),
                        new FieldPath(FieldPath.Scope.RECORD, "/b"),
                        new FieldPath(FieldPath.Scope.SCALARS, "")),
                RecordShape.ONE_RECORD);
        var payloads = new HostileBytes(SAMPLES);

        new FuzzRun(HostileKind.AUTO, 1, Mutations.FIXED + 500_000, Mutations.PER_BYTE_OF_NDJSON).tryAll(random -> {
            var contentType = CONTENT_TYPES.get(random.nextInt(CONTENT_TYPES.size()));
            var payload = payloads.next(random);
            return HostileInput.of(
                    payload,
                    () -> Mutations.isRead(decoder, new Payload(payload, contentType, null), (record, failure) -> {}));
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldUnpackOrGiveACodedError(Compressor compressor) {
        var compressed = new HostileBytes(List.of(
                compressor.compress(SAMPLES.get(0)),
                compressor.compress(SAMPLES.get(2)),
                compressor.compress(new byte[MAX_UNPACKED]), // as large as is allowed
                compressor.zeros(1)));
        var decoder =
                new JsonFormat().decoder(List.of(new FieldPath(FieldPath.Scope.RECORD, "")), RecordShape.ONE_RECORD);

        new FuzzRun(HostileKind.COMPRESSED, Compressor.values().length, FIXED_OF_CODECS, Mutations.PER_BYTE)
                .tryAll(random -> input(compressor, compressed.next(random), decoder, random));
    }

    private static HostileInput input(Compressor compressor, byte[] bytes, Decoder decoder, SplittableRandom random) {
        boolean isNamed = random.nextInt(4) == 0;
        var encoding = isNamed ? CONTENT_ENCODINGS.nextText(random) : compressor.contentEncoding();
        var compression = random.nextInt(4) == 0 ? Compression.AUTO : Compression.CONTENT_ENCODING;
        return HostileInput.of(bytes, () -> {
            try {
                var unpacked =
                        new PayloadCompression(compression, MAX_UNPACKED).undo(new Payload(bytes, null, encoding));
                assertThat(unpacked.bytes().length).isLessThanOrEqualTo(Math.max(bytes.length, MAX_UNPACKED));
                Mutations.isRead(decoder, unpacked, BrokenRecords.REFUSED);
                return true;
            } catch (DecodeException e) {
                assertThat(e.sentence()).doesNotContain("can't be loaded");
                return false;
            }
        });
    }
}
