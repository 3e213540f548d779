// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8Test {

    private static final List<Integer> LEADS =
            List.of(0x00, 0x41, 0x7F, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF);
    private static final List<Integer> CONTINUATIONS = List.of(0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF);

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
        assertThat(firstInvalid(HexFormat.of().parseHex(hex))).isEqualTo(position);
    }

    @SeededTest
    void shouldAgreeWithTheJdk(RandomValues random) {
        var bytes = bytes(random);

        assertThat(firstInvalid(bytes) < 0).isEqualTo(isUtf8(bytes));
    }

    private static int firstInvalid(byte[] bytes) {
        return Utf8.firstInvalid(bytes, 0, bytes.length);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Returns byte sequences at the bounds of UTF-8; most are valid or one byte away from validity. */
    private static byte[] bytes(RandomValues random) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes("x".repeat(random.between(0, 8)).getBytes(StandardCharsets.UTF_8));
        for (int left = random.between(0, 4); left > 0; left--) {
            int lead = random.oneOf(LEADS);
            int more = lead < 0xC1 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
            bytes.write(lead);
            for (int i = random.chance(90) ? more : random.between(0, 4); i > 0; i--) {
                bytes.write(random.chance(95) ? random.oneOf(CONTINUATIONS) : random.oneOf(LEADS));
            }
        }
        return bytes.toByteArray();
    }
}
