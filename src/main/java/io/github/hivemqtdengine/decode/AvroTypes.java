package io.github.hivemqtdengine.decode;

import java.util.IdentityHashMap;
import org.apache.avro.Schema;

/** Makes types of schemas as their writers mean them. */
final class AvroTypes {

    private static final int MAX_NAME = 256;

    /** Records may be in themselves, and in many places. */
    private final IdentityHashMap<Schema, AvroRecord> records = new IdentityHashMap<>();

    private final IdentityHashMap<Schema, AvroType> enums = new IdentityHashMap<>();

    private int depth;

    /** @throws IllegalArgumentException with a rule that completes a sentence about the schema */
    AvroType of(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> record(schema);
            case ARRAY -> new AvroArray(of(schema.getElementType()));
            case MAP -> new AvroMap(of(schema.getValueType()));
            case UNION -> new AvroUnion(schema.getTypes().stream().map(this::of).toArray(AvroType[]::new));
            case ENUM ->
                enums.computeIfAbsent(
                        schema,
                        named -> new AvroScalars.Symbols(named.getEnumSymbols().toArray(String[]::new)));
            default -> AvroLogical.of(schema, plain(schema));
        };
    }

    private AvroType record(Schema schema) {
        var known = records.get(schema);
        if (known != null) {
            return known;
        }
        if (depth == Document.MAX_DEPTH) {
            throw new IllegalArgumentException("has more than " + Document.MAX_DEPTH + " records in each other");
        }
        depth++;
        var record = new AvroRecord();
        records.put(schema, record);
        record.complete(schema.getFields().stream()
                .map(field -> new AvroRecord.Field(name(field.name()), of(field.schema()), null))
                .toList());
        depth--;
        return record;
    }

    private static String name(String name) {
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException("has a name of more than " + MAX_NAME + " characters");
        }
        return name;
    }

    /** A type without parts, whatever its logical type. */
    static AvroType.Scalar plain(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> AvroScalars.Primitive.NULL;
            case BOOLEAN -> AvroScalars.Primitive.BOOLEAN;
            case INT -> AvroScalars.Primitive.INT;
            case LONG -> AvroScalars.Primitive.LONG;
            case FLOAT -> AvroScalars.Primitive.FLOAT;
            case DOUBLE -> AvroScalars.Primitive.DOUBLE;
            case STRING -> AvroScalars.Primitive.STRING;
            case BYTES -> AvroScalars.Primitive.BYTES;
            case FIXED -> new AvroScalars.Fixed(schema.getFixedSize());
            default -> throw new IllegalArgumentException("has parts: " + schema.getType());
        };
    }
}
