package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8Test {

    @ParameterizedTest
    @CsvSource({
        "'', -1",
        "6162636465666768c3bc, -1",
        "61626364656667ff, 7",
        "6162636465666768ff, 8",
        "c080, 0",
        "61eda080, 1",
        "f4908080, 0",
        "f09f9880, -1",
        "f09f98, 0",
        "c3, 0",
        "80, 0"
    })
    void shouldFindTheFirstInvalidSequence(String hex, int position) {
        assertThat(Utf8.firstInvalid(HexFormat.of().parseHex(hex))).isEqualTo(position);
    }

    @Property
    void shouldAgreeWithTheJdk(@ForAll("bytes") byte[] bytes) {
        assertThat(Utf8.firstInvalid(bytes) < 0).isEqualTo(isUtf8(bytes));
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        var edges = Arbitraries.of(0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED)
                .map(Integer::byteValue);
        var more = Arbitraries.of(0xEF, 0xF0, 0xF4, 0xF5, 0xFF).map(Integer::byteValue);
        return Arbitraries.oneOf(edges, more).array(byte[].class).ofMaxSize(12);
    }
}
