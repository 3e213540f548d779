// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.testkit.HostileKind;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineProtocolPropertyTest {

    private static final LineProtocolFormat FORMAT = new LineProtocolFormat(Precision.NS);

    @Test
    void shouldGiveRecordsOrACodedError() {
        var seeds = List.of(
                "cpu,host=a,cpu=cpu0 usage=0.5,n=7i 1767600000000000001\nmem free=\"x\ny\"\n".getBytes(UTF_8),
                "m\\ a,b\\,c=d\\=e,t=\\ x=t,y=\"a\\\"b\\\\c\",z=-1.5e3,u=18446744073709551615u -1\r\n# note\n"
                        .getBytes(UTF_8));

        new Mutations(HostileKind.LINE_PROTOCOL, 2, seeds).tryOn(RecordLists.decoder(FORMAT, "/measurement", ""));
        var scalars = FORMAT.decoder(
                List.of(new FieldPath(Scope.SCALARS, ""), new FieldPath(Scope.RECORD, "/timestamp")),
                FORMAT.shape(RecordShape.ONE_RECORD));
        new Mutations(HostileKind.LINE_PROTOCOL, 2, seeds).tryOn(scalars);
    }

    @SeededTest
    void shouldReadWhatAnEncoderWrites(RandomValues random) throws DecodeException {
        var tags = new LinkedHashMap<String, Object>();
        var fields = new LinkedHashMap<String, Object>();
        for (int i = random.between(0, 5); i > 0; i--) {
            tags.put(name(random), name(random));
        }
        for (int i = random.between(1, 5); i > 0; i--) {
            fields.put(name(random), fieldValue(random));
        }
        long time = random.anyLong();
        var measurement = name(random);
        var line = escaped(measurement, Token.MEASUREMENT)
                + tags.entrySet().stream()
                        .map(tag -> "," + escaped(tag.getKey(), Token.KEY) + "="
                                + escaped(tag.getValue().toString(), Token.KEY))
                        .collect(Collectors.joining())
                + " "
                + fields.entrySet().stream()
                        .map(field -> escaped(field.getKey(), Token.KEY) + "=" + written(field.getValue()))
                        .collect(Collectors.joining(","))
                + " " + time;

        assertThat(Points.read(line.getBytes(UTF_8), Precision.NS))
                .containsExactly(Map.of(
                        "measurement", measurement,
                        "tags", tags,
                        "fields", fields,
                        "timestamp", Instant.EPOCH.plusNanos(time)));
    }

    /** A name without control characters, that begins no comment and does not end with a backslash. */
    private static String name(RandomValues random) {
        return "n" + random.unicode(12).replaceAll("\\p{Cntrl}", "c") + "x";
    }

    private static Object fieldValue(RandomValues random) {
        return switch (random.between(0, 4)) {
            case 0 -> random.anyLong();
            case 1 -> new BigInteger(Long.toUnsignedString(random.anyLong()));
            case 2 -> random.anyDouble();
            case 3 -> random.anyBoolean();
            default -> random.unicode(20);
        };
    }

    private static String written(Object value) {
        if (value instanceof String text) {
            return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        }
        return value + (value instanceof Long ? "i" : value instanceof BigInteger ? "u" : "");
    }

    private static String escaped(String name, Token kind) {
        var escaped = name.replace(",", "\\,").replace(" ", "\\ ");
        return kind == Token.KEY ? escaped.replace("=", "\\=") : escaped;
    }
}
