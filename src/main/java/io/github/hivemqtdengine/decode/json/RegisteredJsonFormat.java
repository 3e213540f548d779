// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat.JsonDocument;

/** JSON after the frame of a schema registry. The schema is not looked up, and the JSON is not validated by it. */
public record RegisteredJsonFormat(NonFinite nonFinite) implements DocumentFormat {

    public RegisteredJsonFormat() {
        this(NonFinite.REJECT);
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        int start = RegistryFrame.of(payload.bytes()).length();
        var bytes = nonFinite.read(payload.bytes(), start);
        Utf8.require(bytes, start, bytes.length);
        return new JsonDocument(bytes, start, bytes.length);
    }
}
