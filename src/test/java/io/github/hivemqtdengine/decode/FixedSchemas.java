// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Schemas of a registry in memory, each parsed whenever it is needed. */
public final class FixedSchemas implements SchemaLookup {

    private final Map<String, RegisteredSchema> schemas = new HashMap<>();

    /** Adds a schema under its number or GUID. */
    public FixedSchemas with(String id, String type, String text, Reference... references) {
        schemas.put(id, new RegisteredSchema(type, text, List.of(references)));
        return this;
    }

    @Override
    public <T> T find(SchemaId id, Parser<T> parser) throws DecodeException {
        var schema = schemas.get(id.toString());
        if (schema == null) {
            throw new DecodeException(Fault.UNKNOWN_SCHEMA, "There is no schema " + id, -1);
        }
        return parser.parse(schema);
    }
}
