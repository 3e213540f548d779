// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,-2.50,true,null,\"é\\n\"],\"b\":{},\"c\":[],\"d\":[[{}]]}",
                "18446744073709551615",
                "1E+400",
                "\"\""
            })
    void shouldWriteWhatItReads(String json) throws DecodeException {
        assertThat(DocumentText.of(new JsonFormat().open(Payload.of(json.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo(json);
    }
}
