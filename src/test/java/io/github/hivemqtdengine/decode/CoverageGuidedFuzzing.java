// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.avro.AvroFormat;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.protobuf.ProtobufGolden;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import java.util.List;

/**
 * Entry point of Jazzer. The first byte of an input chooses the decoder, the rest is the payload; anything but a
 * {@link DecodeException} is a finding. After a build, ten minutes of it:
 *
 * <pre>{@code
 * ./mvnw dependency:copy -Dartifact=com.code-intelligence:jazzer:0.24.0 -DoutputDirectory=target/jazzer
 * ./mvnw dependency:copy -Dartifact=com.code-intelligence:jazzer-api:0.24.0 -DoutputDirectory=target/jazzer
 * mkdir -p target/jazzer/corpus
 * java -cp "target/jazzer/*:target/test-classes:target/classes:$(cat target/test-classpath.txt)" \
 *   com.code_intelligence.jazzer.Jazzer --target_class=io.github.hivemqtdengine.decode.CoverageGuidedFuzzing \
 *   '--instrumentation_includes=io.github.hivemqtdengine.**' --reproducer_path=target/jazzer \
 *   -artifact_prefix=target/jazzer/ -max_total_time=600 target/jazzer/corpus
 * }</pre>
 */
public final class CoverageGuidedFuzzing {

    private static final List<FieldPath> FIELDS = List.of(
            new FieldPath(Scope.MESSAGE, "/t"),
            new FieldPath(Scope.RECORD, "/v"),
            new FieldPath(Scope.RECORD, "/o"),
            new FieldPath(Scope.RECORD, ""),
            new FieldPath(Scope.SCALARS, ""));

    private static final List<Decoder> DECODERS = List.of(
            decoder(new JsonFormat()),
            decoder(new CborFormat()),
            decoder(new MsgpackFormat()),
            AvroFormat.containers(null).decoder(FIELDS.subList(1, FIELDS.size()), RecordShape.rowsAt("")),
            ProtobufGolden.everything().decoder(List.of(new FieldPath(Scope.RECORD, "")), RecordShape.ONE_RECORD),
            sparkplug());

    private CoverageGuidedFuzzing() {}

    private static Decoder sparkplug() {
        var topic = new SparkplugTopic("G", MessageType.DBIRTH, "E", "D");
        var message = new SparkplugMessage(topic, NodeState.UNKNOWN, 0, 1 << 20);
        var decoder = new SparkplugFormat().decoder(List.of(new FieldPath(Scope.RECORD, "")), RecordShape.ONE_RECORD);
        return (payload, broken) -> decoder.decode(payload.in(message), broken);
    }

    private static Decoder decoder(PayloadFormat format) {
        return format.decoder(FIELDS, RecordShape.rowsAt("/r"));
    }

    /** Called by Jazzer with each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length > 0) {
            var payload = new byte[input.length - 1];
            System.arraycopy(input, 1, payload, 0, payload.length);
            var decoder = DECODERS.get((input[0] & 0xFF) % DECODERS.size());
            Mutations.isRead(decoder, Payload.of(payload), BrokenRecords.REFUSED);
        }
    }
}
