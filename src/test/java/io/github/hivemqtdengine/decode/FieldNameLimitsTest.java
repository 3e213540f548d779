// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.avro.AvroSchema;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field names share a table among all payloads of a format: what one client sends must not hurt the others. */
class FieldNameLimitsTest {

    @Test
    void shouldReadNamesOfAThousandBytes() {
        assertThat(isRead(new JsonFormat(), json(List.of("n".repeat(1_000))))).isTrue();
        assertThat(isRead(new CborFormat(), cbor(List.of("n".repeat(1_000))))).isTrue();
        assertThatThrownBy(() -> new JsonFormat()
                        .open(Payload.of(json(List.of("a", "n".repeat(1_020)))))
                        .skip())
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.position()).isBetween(7L + 1_000, 7L + 1_050))
                .hasMessageContaining("The payload has a field name of more than 1000 bytes at byte");
        assertThat(isRead(new CborFormat(), cbor(List.of("n".repeat(1_020))))).isFalse();
    }

    @Test
    void shouldReadHundredThousandDifferentNames() {
        var names = IntStream.range(0, 100_000).mapToObj(i -> "f" + i).toList();

        assertThat(isRead(new JsonFormat(), json(names))).isTrue();
        assertThat(isRead(new CborFormat(), cbor(names))).isTrue();
    }

    @Test
    void shouldRefuseManyNamesOfOneHash() {
        var names = namesOfOneHash(20_000); // more than fit into the table that any other test may leave

        assertThat(isRead(new JsonFormat(), json(names))).isFalse();
        assertThat(isRead(new CborFormat(), cbor(names))).isFalse();
    }

    @Test
    void shouldReadNewNamesWhateverNamesAnotherClientHasSent() {
        var names = namesOfOneHash(3_000);

        for (int sent = 0; sent < names.size(); sent += 30) {
            var some = names.subList(sent, sent + 30);
            assertThat(isRead(new JsonFormat(), json(some))).isTrue();
            assertThat(isRead(new CborFormat(), cbor(some))).isTrue();
        }
    }

    /** Properties of a schema are names, too. */
    @Test
    void shouldReadSchemasWhateverNamesAnotherClientHasSent() {
        var names = namesOfOneHash(3_000);

        for (int sent = 0; sent < names.size(); sent += 30) {
            var properties = new String(json(names.subList(sent, sent + 30)), UTF_8).substring(1);
            var schema = "{\"type\":\"string\"," + properties;
            assertThatCode(() -> AvroSchema.ofPublisher(schema.getBytes(UTF_8))).doesNotThrowAnyException();
        }
    }

    /** Keys may be serial numbers or times. A table that gets a new name is copied. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotCopyAllKnownNamesForANewOne(boolean isJson) throws DecodeException {
        var format = isJson ? new JsonFormat() : new CborFormat();
        var payloads = IntStream.range(0, 10_000)
                .mapToObj(i -> List.of("serial" + i))
                .map(names -> isJson ? json(names) : cbor(names))
                .toList();
        long before = allocated();

        for (var payload : payloads) {
            assertThat(isRead(format, payload)).isTrue();
        }

        assertThat((allocated() - before) / payloads.size()).isLessThan(12_000);
    }

    /** Jackson empties a table of more than 6,000 names. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotCopyAllKnownNamesForANewOneAfterATableWasEmptied(boolean isJson) throws DecodeException {
        var format = isJson ? new JsonFormat() : new CborFormat();
        for (var names : List.of(names("first", 5_900), names("second", 200))) {
            assertThat(isRead(format, isJson ? json(names) : cbor(names))).isTrue();
        }

        shouldNotCopyAllKnownNamesForANewOne(isJson);
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static byte[] json(List<String> names) {
        return names.stream()
                .map(name -> "\"" + name + "\":1")
                .collect(Collectors.joining(",", "{", "}"))
                .getBytes(UTF_8);
    }

    private static byte[] cbor(List<String> names) {
        return Encoders.cbor(names.stream().collect(Collectors.toMap(name -> name, name -> 1L)));
    }

    private static boolean isRead(DocumentFormat format, byte[] payload) {
        try {
            var document = format.open(Payload.of(payload));
            document.skip();
            document.end();
            return true;
        } catch (DecodeException e) {
            assertThat(e.fault()).isEqualTo(Fault.LIMIT);
            return false;
        }
    }

    /** Returns names of eight letters with equal values of Jackson's hash function, for every seed. */
    private static List<String> namesOfOneHash(int count) {
        var names = new ArrayList<String>();
        for (int i = 0; names.size() < count; i++) {
            int first = quad(i);
            int hash = first + (first >>> 15);
            hash ^= hash >>> 9;
            // 33 has an inverse, so that some second half gives any sum
            int second = (0x12345678 - hash) * 0x3E0F83E1;
            var bytes = ByteBuffer.allocate(8).putInt(first).putInt(second).array();
            if (isPlain(bytes)) {
                names.add(new String(bytes, UTF_8));
            }
        }
        return names;
    }

    private static int quad(int i) {
        int quad = 0;
        for (int rest = i, letter = 0; letter < 4; letter++, rest /= 90) {
            quad = (quad << 8) | (35 + rest % 90);
        }
        return quad;
    }

    private static boolean isPlain(byte[] name) {
        for (byte letter : name) {
            if (letter < '#' || letter == '\\' || letter > '~') {
                return false;
            }
        }
        return true;
    }
}
