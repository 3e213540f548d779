// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads all records of lines as maps. */
final class Points {

    private Points() {}

    static List<Map<String, @Nullable Object>> read(byte[] payload, Precision precision) throws DecodeException {
        var document = new LineProtocolFormat(precision).open(Payload.of(payload));
        var points = new ArrayList<Map<String, @Nullable Object>>();
        document.enter();
        while (document.nextElement()) {
            points.add(object(document));
        }
        document.end();
        return points;
    }

    private static Map<String, @Nullable Object> object(Document document) throws DecodeException {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        document.enter();
        for (var name = document.nextField(); name != null; name = document.nextField()) {
            fields.put(name, document.kind() == Kind.OBJECT ? object(document) : document.scalar());
        }
        return fields;
    }
}
