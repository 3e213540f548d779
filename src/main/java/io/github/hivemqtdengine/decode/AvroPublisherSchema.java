package io.github.hivemqtdengine.decode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Parser of schemas that publishers send. Avro logs a warning for each invalid logical type, so a publisher could fill the
 * broker's log; here the logical types are set after parsing, and the invalid ones are ignored without a line.
 */
final class AvroPublisherSchema {

    private static final String LOGICAL_TYPE = "logicalType";

    /** Stands for {@link #LOGICAL_TYPE} while Avro parses. */
    private static final String HIDDEN = "hidden-logical-type";

    private final Set<Schema> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private AvroPublisherSchema() {}

    /**
     * Parses a schema. The defaults of a writer are never read, so they are not checked.
     *
     * @throws RuntimeException of Avro if it is no schema
     */
    static Schema parse(byte[] json) throws DecodeException {
        var schema = new Schema.Parser().setValidateDefaults(false).parse(JsonTree.write(hidden(JsonTree.read(json))));
        new AvroPublisherSchema().setLogicalTypes(schema);
        return schema;
    }

    private static @Nullable Object hidden(@Nullable Object json) {
        if (json instanceof Map<?, ?> object) {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            object.forEach(
                    (name, value) -> fields.put(LOGICAL_TYPE.equals(name) ? HIDDEN : (String) name, hidden(value)));
            return fields;
        }
        if (json instanceof List<?> array) {
            var elements = new ArrayList<@Nullable Object>();
            array.forEach(element -> elements.add(hidden(element)));
            return elements;
        }
        return json;
    }

    private void setLogicalTypes(Schema schema) {
        if (!done.add(schema)) {
            return;
        }
        setLogicalType(schema);
        switch (schema.getType()) {
            case RECORD -> schema.getFields().forEach(field -> setLogicalTypes(field.schema()));
            case UNION -> schema.getTypes().forEach(this::setLogicalTypes);
            case ARRAY -> setLogicalTypes(schema.getElementType());
            case MAP -> setLogicalTypes(schema.getValueType());
            default -> {
                // it has no others in it
            }
        }
    }

    private static void setLogicalType(Schema schema) {
        var name = schema.getProp(HIDDEN);
        if (name == null) {
            return;
        }
        schema.addProp(LOGICAL_TYPE, name);
        try {
            var type = LogicalTypes.fromSchema(schema);
            if (type != null) {
                type.addToSchema(schema);
            }
        } catch (RuntimeException e) {
            // as Avro does with an invalid one
        }
    }
}
