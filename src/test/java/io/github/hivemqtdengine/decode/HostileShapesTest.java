// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads of one expensive piece, again and again: as a value, as JSON text, and skipped, in time and room for its bytes. */
class HostileShapesTest {

    private static final int BYTES = 1 << 20;

    /** Room for the expensive numbers that a payload may have, and for buffers that double. */
    private static final long FIXED = 128L << 20;

    private static final PayloadFormat LINES = new LineProtocolFormat(LineProtocolFormat.Precision.NS);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<Arguments> shapes() {
        return Stream.of(
                cbor("bigfloats", "c582387f01"),
                cbor("bigfloats of many digits", "c582387fc259019e" + "ff".repeat(414)),
                cbor("bigfloats that end in zeros", "c582387fc259019e" + "80" + "00".repeat(413)),
                cbor("too many bigfloats", "c58239044b01"),
                cbor("large bigfloats", "c582188001"),
                cbor("decimal fractions", "c4821a000f423f01"),
                cbor("small decimal fractions", "c4823a000f423e01"),
                cbor("bignums", "c259019e" + "ff".repeat(414)),
                cbor("times near zero", "c1fb0000000000000001"),
                cbor("times as text", "c07819323032362d30312d30325430343a30343a30352b30313a3030"),
                cbor("text in pieces", "7f" + "60".repeat(1_000) + "ff"),
                cbor("bytes in pieces", "5f" + "40".repeat(1_000) + "ff"),
                cbor("tags", "c6".repeat(1_000) + "01"),
                cbor("tagged text", "d9d9f7" + "6161"),
                json("exponents", "1e999999999"),
                json("small exponents", "1e-999999999"),
                json("digits", "9".repeat(1_000)),
                json("zeros", "1" + "0".repeat(900) + ".0"),
                json("fractions", "0." + "3".repeat(998)),
                json("subnormal numbers", "4.9e-324"),
                json("arrays", "[".repeat(90) + "]".repeat(90)),
                json("objects", "{\"a\":1,\"a\":2}"),
                json("escapes", "\"\\u0041\\n\""),
                msgpack("times", "c70cff3b9ac9ff000000000000ffff"),
                msgpack("extensions", "c70001"),
                msgpack("unsigned numbers", "cfffffffffffffffff"),
                msgpack("empty maps", "80"),
                arguments("lines, a number", LINES, lines("m a=4.9e-324,b=1\n")),
                arguments("lines, digits", LINES, lines("m a=" + "9".repeat(1_000) + ",b=1\n")),
                arguments("one line", LINES, ("m a=1" + ",b=4.9e-324".repeat(BYTES / 11)).getBytes(UTF_8)),
                arguments("ndjson", new NdjsonFormat(NonFinite.REJECT), lines("{\"a\":1e999999999}\n")),
                arguments("csv", new CsvFormat(UTF_8, ',', List.of("a", "b")), lines("1e999999999,\"x\"\n")));
    }

    /** Makes a map whose only field {@code a} has an array of indefinite length. */
    private static Arguments cbor(String name, String piece) {
        return arguments("CBOR, " + name, new CborFormat(), repeated("a161619f", piece, "ff"));
    }

    private static Arguments json(String name, String piece) {
        var hex = HexFormat.of();
        return arguments(
                "JSON, " + name,
                new JsonFormat(),
                repeated(
                        hex.formatHex("{\"a\":[0".getBytes(US_ASCII)),
                        hex.formatHex(("," + piece).getBytes(US_ASCII)),
                        hex.formatHex("]}".getBytes(US_ASCII))));
    }

    private static Arguments msgpack(String name, String piece) {
        int count = BYTES * 2 / piece.length();
        return arguments(
                "MessagePack, " + name,
                new MsgpackFormat(),
                repeated("81a161dd" + HexFormat.of().toHexDigits(count), piece, ""));
    }

    private static byte[] repeated(String begin, String piece, String end) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex(begin));
        var one = HexFormat.of().parseHex(piece);
        for (int i = 0; i < BYTES / one.length; i++) {
            bytes.writeBytes(one);
        }
        bytes.writeBytes(HexFormat.of().parseHex(end));
        return bytes.toByteArray();
    }

    private static byte[] lines(String line) {
        return line.repeat(Math.min(90_000, BYTES / line.length())).getBytes(UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldTakeNoMoreThanTheBytesAreWorth(String name, PayloadFormat format, byte[] payload) {
        for (var wanted : List.of("/a", "/a/7", "/b", "")) {
            long allocated = allocated(format, wanted, payload);
            assertThat(allocated)
                    .as("bytes allocated for \"%s\"", wanted)
                    .isLessThan(FIXED + Mutations.PER_BYTE * payload.length / 2);
        }
    }

    private static long allocated(PayloadFormat format, String wanted, byte[] payload) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        var fields = List.of(new FieldPath(FieldPath.Scope.RECORD, wanted));
        Mutations.isRead(format.decoder(fields, RecordShape.ONE_RECORD), Payload.of(payload), BrokenRecords.REFUSED);
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (Boolean.getBoolean("test.print")) {
            System.out.printf("%,14d bytes %,6d ms%n", bytes, (THREADS.getCurrentThreadCpuTime() - cpu) / 1_000_000);
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "/b", ""})
    void shouldLimitExpensiveNumbersOfCbor(String wanted) {
        var payload = repeated("a161619f", "c58239044b01", "ff");
        var fields = List.of(new FieldPath(FieldPath.Scope.RECORD, wanted));
        var decoder = new CborFormat().decoder(fields, RecordShape.ONE_RECORD);

        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> decoder.decode(Payload.of(payload), BrokenRecords.REFUSED))
                .satisfies(failure -> assertThat(failure.sentence())
                        .startsWith("The payload has more than 1000 bigfloats of many digits"));
    }
}
