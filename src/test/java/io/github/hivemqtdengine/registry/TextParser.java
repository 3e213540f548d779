// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import io.github.hivemqtdengine.decode.SchemaLookup.Parser;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import java.util.stream.Collectors;

/** Joins the texts of a schema and its references, and counts how often it is called. */
final class TextParser implements Parser<String> {

    private final SchemaType type;
    private int calls;

    TextParser(SchemaType type) {
        this.type = type;
    }

    @Override
    public SchemaType type() {
        return type;
    }

    @Override
    public String parse(RegisteredSchema schema) {
        calls++;
        if (schema.text().contains("broken")) {
            throw new IllegalArgumentException("is broken");
        }
        if (schema.text().contains("odd")) {
            throw new IllegalStateException("odd");
        }
        return schema.references().stream()
                        .map(Reference::text)
                        .map(text -> text + " ")
                        .collect(Collectors.joining())
                + schema.text();
    }

    int calls() {
        return calls;
    }
}
