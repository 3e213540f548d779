// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat.Registered;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisteredJsonFormatTest {

    @Test
    void shouldReadTheJsonAfterTheFrame() throws Exception {
        assertThat(read("00 000000ff", "{\"v\": 7}")).isEqualTo(7L);
        assertThat(read("01 89791762233641869674299b90a802e2", "{\"v\": \"温\"}"))
                .isEqualTo("温");
    }

    @Test
    void shouldNameTheByteOfThePayload() {
        assertThatThrownBy(() -> read("00 000000ff", "{\"v\": ]}")).hasMessageContaining("at byte 11");
        assertThatThrownBy(() -> read("00 00000001", "")).hasMessageContaining("at byte 5");
        assertThatThrownBy(() -> read("", "{\"v\": 7}")).hasMessageContaining("no frame of a schema registry");
    }

    private static Object read(String frame, String json) throws DecodeException {
        var payload = new ByteArrayOutputStream();
        payload.writeBytes(HexFormat.of().parseHex(frame.replace(" ", "")));
        payload.writeBytes(json.getBytes(StandardCharsets.UTF_8));
        var decoder =
                new Registered(NonFinite.REJECT).decoder(List.of(FieldPath.ofRecord("/v")), RecordShape.ONE_RECORD);
        return decoder.decode(Payload.of(payload.toByteArray()), BrokenRecords.REFUSED)
                .get(0)[0];
    }
}
