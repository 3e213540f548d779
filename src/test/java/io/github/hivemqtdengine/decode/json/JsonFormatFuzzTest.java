// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonFormatFuzzTest {

    private static final List<byte[]> PAYLOADS = List.of(
            "{\"t\":1764000000000,\"r\":[{\"v\":21.5,\"s\":\"é\"},{\"v\":null,\"o\":{\"x\":[1,2]}}]}"
                    .getBytes(StandardCharsets.UTF_8),
            "{\"r\":[],\"t\":-1e-7}".getBytes(StandardCharsets.UTF_8),
            ("{\"r\":[" + "{\"v\":1},".repeat(50) + "{}],\"" + "n".repeat(300) + "\":{\"a\":1,\"b\":2},\"t\":1}")
                    .getBytes(StandardCharsets.UTF_8));

    @Test
    void shouldGiveRecordsOrACodedError() {
        var fields = List.of(
                new FieldPath(Scope.MESSAGE, "/t"),
                new FieldPath(Scope.RECORD, "/v"),
                new FieldPath(Scope.RECORD, "/o"),
                new FieldPath(Scope.SCALARS, ""));

        new Mutations(HostileKind.JSON, 1, PAYLOADS).tryOn(new JsonFormat().decoder(fields, RecordShape.rowsAt("/r")));
    }
}
