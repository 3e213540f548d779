// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat.Framing;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtobufFormatFuzzTest {

    @Test
    void shouldGiveRecordsOrACodedError() {
        var fields = List.of(
                new FieldPath(Scope.RECORD, ""),
                new FieldPath(Scope.RECORD, "/reading/value"),
                new FieldPath(Scope.RECORD, "/by_name"),
                new FieldPath(Scope.SCALARS, ""));
        var payloads = List.of(
                ProtobufGolden.bytes("everything.bin"),
                ProtobufGolden.bytes("twice.bin"),
                ProtobufGolden.bytes("reading.bin"));

        new Mutations(HostileKind.PROTOBUF, 3, payloads)
                .tryOn(ProtobufGolden.everything().decoder(fields, RecordShape.ONE_RECORD));
    }

    @Test
    void shouldGiveRowsOrACodedError() {
        var fields = List.of(
                new FieldPath(Scope.MESSAGE, ""),
                new FieldPath(Scope.RECORD, "/sensor_id"),
                new FieldPath(Scope.RECORD, "/samples"));

        new Mutations(HostileKind.PROTOBUF, 3, List.of(ProtobufGolden.bytes("report.bin")))
                .tryOn(ProtobufGolden.format("plant.desc", "plant.Report", Framing.MESSAGE)
                        .decoder(fields, RecordShape.rowsAt("/readings")));
        new Mutations(HostileKind.PROTOBUF, 3, List.of(ProtobufGolden.bytes("readings.bin")))
                .tryOn(ProtobufGolden.readings().decoder(fields, RecordShape.rowsAt("")));
    }
}
