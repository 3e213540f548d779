// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import java.util.List;

/**
 * Payloads of which nothing is known: a list of named values. Every payload can be read. The fields of a value:
 *
 * <pre>
 * /field      JSON Pointer of the value in its object; a member "value" has that of the object around it
 * /path       the names of the pointer, each after a dot; a dot in a name is _
 * /name       the last of these names, or null
 * /kind       number, boolean, text, json or base64
 * /value      number that a DOUBLE holds, boolean, or text
 * /timestamp  time that the object around the value has, or null
 * </pre>
 *
 * The values of a JSON object are its members, at any depth; null is none, and an object without values is JSON. An
 * array is one value, unless it is around everything and begins with an object that has a time: then each element is an
 * object of its own. An integer that a DOUBLE would change is text.
 */
public record NamespaceFormat() implements DocumentFormat {

    private static final JsonFormat JSON = new JsonFormat();

    @Override
    public Document open(Payload payload) {
        var times = TimeMember.around(payload.arrivalMicros());
        try {
            return ofJson(payload, times);
        } catch (DecodeException e) {
            return new NamedValues(List.of(NamedValue.whole(Content.ofBytes(payload.bytes()))), times);
        }
    }

    @Override
    public boolean hasPublishersNames() {
        return false;
    }

    @Override
    public boolean isList() {
        return true;
    }

    private static Document ofJson(Payload payload, TimeMember times) throws DecodeException {
        var document = JSON.open(payload);
        if (document.kind() != Kind.ARRAY) {
            var values = Members.of(document, times).list();
            document.end();
            return new NamedValues(values, times);
        }
        var array = document.keep();
        read(document);
        array.end();
        document.end();
        return new NamedValues(array, times); // all of it was read, so that nothing in it is broken
    }

    private static void read(Document document) throws DecodeException {
        switch (document.kind()) {
            case SCALAR -> document.scalar();
            case ARRAY -> {
                document.enter();
                while (document.nextElement()) {
                    read(document);
                }
            }
            case OBJECT -> {
                document.enter();
                while (document.nextField() != null) {
                    read(document);
                }
            }
        }
    }
}
