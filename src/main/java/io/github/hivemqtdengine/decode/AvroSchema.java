package io.github.hivemqtdengine.decode;

import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/** A schema of Avro. Immutable; equal ones have the same text but for blanks. */
public final class AvroSchema {

    private final Schema schema;
    private final AvroType type;

    private AvroSchema(Schema schema) {
        this.schema = schema;
        this.type = new AvroTypes().of(schema);
    }

    /**
     * A schema from its JSON.
     *
     * @throws IllegalArgumentException with a rule that completes a sentence about the schema
     */
    public static AvroSchema parse(byte[] json) {
        return parse(json, AvroSchema::parsed);
    }

    private static Schema parsed(byte[] json) throws DecodeException {
        return new Schema.Parser().parse(DocumentText.of(new JsonFormat().open(json)));
    }

    /** The same of a schema that a publisher sends, which makes no line in the log. */
    static AvroSchema ofPublisher(byte[] json) {
        return parse(json, AvroPublisherSchema::parse);
    }

    /** Makes a schema of JSON. */
    @FunctionalInterface
    private interface Parser {
        Schema parse(byte[] json) throws DecodeException;
    }

    private static AvroSchema parse(byte[] json, Parser parser) {
        try {
            var document = new JsonFormat().open(json);
            document.skip();
            document.end();
            return new AvroSchema(parser.parse(json));
        } catch (DecodeException e) {
            throw new IllegalArgumentException("is no Avro schema: it is no JSON (" + e.sentence() + ")", e);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("is no Avro schema: " + e.getMessage(), e);
        }
    }

    /** What single objects name the schema by: its fingerprint by CRC-64-AVRO. */
    public long fingerprint() {
        return SchemaNormalization.parsingFingerprint64(schema);
    }

    /** Whether each value is a list of others. */
    boolean isArray() {
        return schema.getType() == Schema.Type.ARRAY;
    }

    boolean isMap() {
        return schema.getType() == Schema.Type.MAP;
    }

    /**
     * How values are read that were written by this schema.
     *
     * @param reader the schema that they are seen by, or {@code null} for this one
     * @throws IllegalArgumentException with a reason, if that can't be
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
