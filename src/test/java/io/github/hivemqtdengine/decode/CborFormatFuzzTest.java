package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CborFormatFuzzTest {

    private static final List<byte[]> PAYLOADS = List.of(
            Encoders.cbor(Map.of(
                    "t", Instant.parse("2026-01-02T03:04:05.5Z"),
                    "r",
                            List.of(
                                    Map.of("v", 21.5, "s", "é", "o", new byte[] {1, 2}),
                                    Map.of(
                                            "v",
                                            new BigInteger("18446744073709551615"),
                                            "o",
                                            Map.of("x", List.of(1L, 0.5f)))))),
            Encoders.cbor(Encoders.json("{\"r\":[],\"t\":-70000}")));

    @Test
    void shouldGiveRecordsOrACodedError() {
        var fields = List.of(
                new FieldPath(Scope.MESSAGE, "/t"),
                new FieldPath(Scope.RECORD, "/v"),
                new FieldPath(Scope.RECORD, "/o"),
                new FieldPath(Scope.SCALARS, ""));

        new Mutations(7, PAYLOADS).tryOn(new CborFormat().decoder(fields, RecordShape.rowsAt("/r")));
    }
}
