// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryFrameTest {

    /** The bytes that the tests of Confluent's clients use. */
    @ParameterizedTest
    @CsvSource({
        "0000000001,                           1,                                    5",
        "00ffffffff0000,                       4294967295,                           5",
        "018979176223364186 9674299b90a802e2,  89791762-2336-4186-9674-299b90a802e2, 17",
        "0189791762233641869674299b90a802e206, 89791762-2336-4186-9674-299b90a802e2, 17",
    })
    void shouldReadTheSchema(String payload, String schema, int length) throws Exception {
        var frame = RegistryFrame.of(HexFormat.of().parseHex(payload.replace(" ", "")));

        assertThat(frame.schema()).hasToString(schema);
        assertThat(frame.length()).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00000000", "0189791762233641869674299b90a802", "0200000001", "7b7d7b7d7b7d"})
    void shouldRejectWhatIsNoFrame(String payload) {
        assertThatThrownBy(() -> RegistryFrame.of(HexFormat.of().parseHex(payload)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("has no frame of a schema registry");
    }

    @Test
    void shouldTellNumbersAndGuidsApart() throws Exception {
        var number = RegistryFrame.of(new byte[5]).schema();
        var guid = RegistryFrame.of(HexFormat.of().parseHex("01" + "00".repeat(16)))
                .schema();

        assertThat(guid).isNotEqualTo(number);
        assertThat(number).isEqualTo(SchemaId.of(0));
    }
}
