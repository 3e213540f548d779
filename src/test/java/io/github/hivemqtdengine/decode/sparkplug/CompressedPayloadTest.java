// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.testkit.Compressor;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompressedPayloadTest {

    private static final String COMPRESSED = "SPBV1.0_COMPRESSED";

    private final SparkplugReading reading = new SparkplugReading();

    private static Encoding envelope(byte[] body) {
        return new Encoding().number(3, 9).text(4, COMPRESSED).bytes(5, body);
    }

    private static Encoding algorithm(String name) {
        return metric("algorithm", DataType.STRING).text(15, name);
    }

    @Test
    void shouldReadCompressedPayloads() throws Exception {
        var zlib = envelope(Compressor.ZLIB.compress(SparkplugFormatTest.DEVICE_BIRTH));
        var deflate = envelope(Compressor.ZLIB.compress(SparkplugFormatTest.DEVICE_BIRTH))
                .message(2, algorithm("DEFLATE"));
        var gzip = envelope(Compressor.GZIP.compress(SparkplugFormatTest.DEVICE_BIRTH))
                .message(2, algorithm("GZIP"));

        for (var payload : List.of(zlib, deflate, gzip)) {
            assertThat(reading.metrics(DBIRTH, payload.toBytes(), "/name", "/value"))
                    .containsExactly(List.of("Inputs/A", true), List.of("temp", -12L));
            assertThat(reading.message(DBIRTH, payload.toBytes(), "/seq")).containsExactly(1L);
            assertThat(Birth.parse(payload.toBytes()).hasNamesOf(Birth.parse(SparkplugFormatTest.DEVICE_BIRTH)))
                    .isTrue();
        }
    }

    @Test
    void shouldTakeSeqFromTheEnvelopeIfTheBodyHasNone() throws Exception {
        var body = new Encoding().message(2, metric("a", DataType.INT8).number(10, 1));
        var payload = envelope(Compressor.ZLIB.compress(body.toBytes()));

        assertThat(reading.message(NDATA, payload.toBytes(), "/seq")).containsExactly(9L);
    }

    @Test
    void shouldRefuseWhatIsTooLargeWithoutMakingIt() {
        requireFault(envelope(Compressor.ZLIB.zeros(8)), Fault.LIMIT, "(max-bytes)");
        requireFault(envelope(Compressor.GZIP.zeros(8)).message(2, algorithm("GZIP")), Fault.LIMIT, "(max-bytes)");
    }

    @Test
    void shouldRefuseOtherEnvelopes() {
        var twice =
                envelope(Compressor.ZLIB.compress(envelope(Compressor.ZLIB.compress(SparkplugFormatTest.DEVICE_BIRTH))
                        .toBytes()));

        requireFault(twice, Fault.UNSUPPORTED, "compressed more than once");
        requireFault(new Encoding().text(4, COMPRESSED), Fault.MALFORMED, "has no body");
        requireFault(envelope(new byte[0]), Fault.TRUNCATED, "The payload's compressed body: ");
        requireFault(envelope(new byte[] {1, 2, 3}), Fault.MALFORMED, "The payload's compressed body: ");
        requireFault(envelope(new byte[1]).message(2, algorithm("LZ4")), Fault.UNSUPPORTED, "neither DEFLATE nor GZIP");
        requireFault(envelope(Compressor.ZLIB.compress(new byte[] {0x12, 5})), Fault.TRUNCATED, "ends too early");
    }

    private void requireFault(Encoding payload, Fault fault, String sentence) {
        assertThatThrownBy(() -> reading.metrics(DBIRTH, payload.toBytes(), "/name"))
                .isInstanceOfSatisfying(
                        DecodeException.class,
                        e -> assertThat(e.fault()).as(e.sentence()).isEqualTo(fault))
                .hasMessageContaining(sentence);
    }
}
