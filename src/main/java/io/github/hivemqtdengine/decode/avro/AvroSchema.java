// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/** Avro schema. Immutable; equal if the schemas' JSON is equal apart from whitespace. */
public final class AvroSchema {

    /** Parser that keeps no names in shared tables, so that one publisher's names can't affect another publisher. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Property that holds the logical type of a publisher's schema while Avro parses it. */
    private static final String HIDDEN = "hidden-logical-type";

    private final Schema schema;
    private final AvroType type;

    private AvroSchema(Schema schema) {
        this.schema = schema;
        this.type = AvroResolution.of(schema);
    }

    /**
     * Parses a configured schema.
     *
     * @throws IllegalArgumentException if it is invalid; the message is a predicate about the schema
     */
    public static AvroSchema parse(byte[] json) {
        return parse(true, json);
    }

    /**
     * Parses a publisher's schema. Its defaults are not checked, because a writer's defaults are never read.
     *
     * @param sources the schema, after those whose types it uses
     */
    public static AvroSchema ofPublisher(byte[]... sources) {
        return parse(false, sources);
    }

    private static AvroSchema parse(boolean isConfigured, byte[]... sources) {
        try {
            var parser = new Schema.Parser().setValidateDefaults(isConfigured);
            Schema schema = null;
            for (var json : sources) {
                schema = parser.parse(tree(json, isConfigured).toString());
            }
            return new AvroSchema(Objects.requireNonNull(schema));
        } catch (DecodeException e) {
            throw new IllegalArgumentException("is not an Avro schema: it is not JSON (" + e.sentence() + ")", e);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("is not an Avro schema: " + e.getMessage(), e);
        }
    }

    private static JsonNode tree(byte[] json, boolean isConfigured) throws DecodeException, IOException {
        var document = new JsonFormat().open(Payload.of(json));
        document.skip();
        document.end();
        var tree = JSON.readTree(json);
        if (!isConfigured) {
            hideLogicalTypes(tree);
        }
        return tree;
    }

    /**
     * Renames the logical types of a publisher's schema. Avro logs a warning for each invalid logical type, so a
     * publisher could fill the broker's log. {@link #logicalType} reads the renamed ones without logging.
     */
    private static void hideLogicalTypes(JsonNode tree) {
        tree.findParents(HIDDEN).forEach(parent -> ((ObjectNode) parent).remove(HIDDEN));
        for (var parent : tree.findParents(LogicalType.LOGICAL_TYPE_PROP)) {
            var object = (ObjectNode) parent;
            object.set(HIDDEN, object.remove(LogicalType.LOGICAL_TYPE_PROP));
        }
    }

    /** Returns the logical type of a schema, or {@code null} if it has none or an invalid one. */
    static @Nullable LogicalType logicalType(Schema schema) {
        var hidden = schema.getProp(HIDDEN);
        if (hidden == null) {
            return schema.getLogicalType();
        }
        schema.addProp(LogicalType.LOGICAL_TYPE_PROP, hidden);
        try {
            return LogicalTypes.fromSchema(schema);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Returns the CRC-64-AVRO fingerprint, which identifies the schema in single-object encoding. */
    public long fingerprint() {
        return SchemaNormalization.parsingFingerprint64(schema);
    }

    boolean isArray() {
        return schema.getType() == Schema.Type.ARRAY;
    }

    boolean isMap() {
        return schema.getType() == Schema.Type.MAP;
    }

    /**
     * Returns the type that reads values written by this schema.
     *
     * @param reader schema by which the values are resolved, or {@code null} for this one
     * @throws IllegalArgumentException if the reader can't read them; the message gives the reason
     */
    AvroType readBy(@Nullable AvroSchema reader) {
        return reader == null ? type : AvroResolution.of(schema, reader.schema);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroSchema same && toString().equals(same.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return schema.toString();
    }
}
