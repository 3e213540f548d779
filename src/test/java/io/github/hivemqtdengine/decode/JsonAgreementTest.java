package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are, they are JSON if Jackson says so, and they say what Jackson says. */
class JsonAgreementTest {

    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static {
        JACKSON.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Document.MAX_DEPTH)
                        .maxNumberLength(Document.MAX_DIGITS)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build());
    }

    /** Jackson reads some of those. */
    private static final Pattern LARGE_EXPONENT = Pattern.compile("[0-9][eE][+-]?[0-9]{10}");

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"");

    private static final Pattern BYTE_ORDER_MARK = Pattern.compile("\\A\uFEFF");

    private static final List<byte[]> PAYLOADS = List.of(
            utf8(
                    "{\"t\":1764000000000,\"r\":[{\"v\":21.50,\"s\":\"é\\u00fc\\n\\\"\"},{\"v\":null,\"o\":{\"x\":[1,2]}}]}"),
            utf8("[ -0, 0.0, 1e3, -1.5E-7, 0e+1, 10.01, true, false, null, [], {}, [[]], {\"\":{}} ]"),
            utf8(
                    "[9223372036854775807,-9223372036854775808,9223372036854775808,123456789012345678,1234567890123456789]"),
            utf8("\t{ \"a\" : \"\\\\ \\/ \\b\\f\\r\\t \\ud83d\\ude00 😀\" ,\r\n \"a\" : [ 1 , 2 ] }\n"),
            utf8("\"x\""),
            utf8("-12.5"));

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadAndRefuseWhatAnotherParserDoes() {
        var payloads = new HostileBytes(PAYLOADS);
        new FuzzRun(HostileKind.JSON_BESIDE_JACKSON, 1, Mutations.FIXED, Mutations.PER_BYTE).tryAll(random -> {
            var payload = payloads.next(random);
            return HostileInput.of(payload, () -> {
                var expected = readByJackson(payload);
                var text = new String(payload, StandardCharsets.UTF_8);
                assertThat(read(payload)).as(text).isEqualTo(expected);
                assertThat(isPassed(payload)).as(text).isEqualTo(expected.isPresent());
                return expected.isPresent();
            });
        });
    }

    /** What a payload says, if it is JSON. */
    private static Optional<String> readByJackson(byte[] payload) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload));
            // Jackson does not expect a byte order mark in characters
            var json = BYTE_ORDER_MARK.matcher(text).replaceFirst("");
            var value = JACKSON.readValue(json, Object.class);
            var withoutStrings = STRING.matcher(json).replaceAll("");
            return LARGE_EXPONENT.matcher(withoutStrings).find()
                    ? Optional.empty()
                    : Optional.of(JsonTree.write(value));
        } catch (IOException | NumberFormatException e) {
            // RFC 8259 allows half a surrogate pair in a name as in a value; Jackson does not
            return String.valueOf(e.getMessage()).contains("surrogate") ? read(payload) : Optional.empty();
        }
    }

    private static Optional<String> read(byte[] payload) {
        try {
            return Optional.of(JsonTree.write(JsonTree.read(payload)));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static boolean isPassed(byte[] payload) {
        try {
            var document = new JsonFormat().open(payload);
            document.skip();
            document.end();
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }
}
