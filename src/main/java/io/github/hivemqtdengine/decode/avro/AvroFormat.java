package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.SchemaLookup.Parser;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Avro's binary encoding in one of its framings. Immutable; equal if framing, schemas and registry are equal. */
public final class AvroFormat implements DocumentFormat {

    private final Framing framing;
    private final Map<Long, AvroSchema> writers;
    private final @Nullable AvroSchema reader;
    private final @Nullable String registry;
    private final @Nullable SchemaLookup lookup;
    private final Map<Long, AvroType> types = new HashMap<>();
    private final AvroContainers containers;
    private final Parser<AvroType> parser;

    private AvroFormat(Framing framing, Map<Long, AvroSchema> writers, @Nullable AvroSchema reader) {
        this(framing, writers, reader, null, null);
    }

    private AvroFormat(
            Framing framing,
            Map<Long, AvroSchema> writers,
            @Nullable AvroSchema reader,
            @Nullable String registry,
            @Nullable SchemaLookup lookup) {
        this.framing = framing;
        this.writers = writers;
        this.reader = reader;
        this.registry = registry;
        this.lookup = lookup;
        this.containers = new AvroContainers(reader);
        this.parser = new WriterParser(reader);
        writers.forEach((key, writer) -> types.put(key, writer.readBy(reader)));
    }

    /**
     * Returns a format of data without a frame.
     *
     * @param reader schema by which values are resolved, or {@code null} for the writer's
     * @throws IllegalArgumentException if the reader can't read the writer's data; the message gives the reason
     */
    public static AvroFormat datums(AvroSchema writer, @Nullable AvroSchema reader) {
        return new AvroFormat(Framing.DATUMS, Map.of(Framing.THE_ONLY_ONE, writer), reader);
    }

    /** Returns a format of single-object encodings; reader and exception are as for {@link #datums}. */
    public static AvroFormat singleObjects(List<AvroSchema> writers, @Nullable AvroSchema reader) {
        var byFingerprint = new TreeMap<Long, AvroSchema>();
        writers.forEach(writer -> byFingerprint.put(writer.fingerprint(), writer));
        return new AvroFormat(Framing.SINGLE_OBJECT, byFingerprint, reader);
    }

    /**
     * Returns a format of data framed as by a schema registry; reader and exception are as for {@link #datums}.
     *
     * @param writers schemas by their numbers in the registry, 0 to 2^32 - 1
     * @param registry id of the registry that has the other schemas, or {@code null}
     */
    public static AvroFormat registered(
            Map<Long, AvroSchema> writers, @Nullable AvroSchema reader, @Nullable String registry) {
        return new AvroFormat(Framing.REGISTRY, Map.copyOf(writers), reader, registry, null);
    }

    /** Returns a format of object container files. */
    public static AvroFormat containers(@Nullable AvroSchema reader) {
        return new AvroFormat(Framing.CONTAINER, Map.of(), reader);
    }

    @Override
    public AvroFormat with(Function<String, SchemaLookup> registries) {
        return registry == null ? this : new AvroFormat(framing, writers, reader, registry, registries.apply(registry));
    }

    /** Returns a decoder; if the rows are several data without a frame, they are read as an array. */
    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        DocumentFormat format = framing == Framing.DATUMS && isListOfDatums(shape) ? this::list : this;
        return new TreeDecoder(format, fields, shape);
    }

    private boolean isListOfDatums(RecordShape shape) {
        var schema = Objects.requireNonNullElse(reader, writers.get(Framing.THE_ONLY_ONE));
        if (shape.rows() == null || schema == null || schema.isArray()) {
            return false;
        }
        if (shape.rows().isEmpty()) {
            return shape.rowsFrom() == RowsFrom.ARRAY;
        }
        return !schema.isMap() && FieldPath.tokens(shape.rows()).get(0).equals(RecordShape.EACH);
    }

    @Override
    public boolean isList() {
        return framing == Framing.CONTAINER;
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        if (framing == Framing.CONTAINER) {
            return containers.open(payload.bytes());
        }
        var input = AvroInput.of(payload.bytes());
        return new AvroDocument(
                input, framing == Framing.REGISTRY ? registered(input) : type(framing.schemaKey(input), input));
    }

    private Document list(Payload payload) throws DecodeException {
        var input = AvroInput.of(payload.bytes());
        return new Datums(input, type(Framing.THE_ONLY_ONE, input));
    }

    /** Reads the frame of a registry; a configured schema precedes that of the registry. */
    private AvroType registered(AvroInput input) throws DecodeException {
        var frame = RegistryFrame.of(input.bytes());
        input.pass(frame.length());
        var id = frame.schema();
        var type = id.isGuid() ? null : types.get(id.least());
        if (type != null) {
            return type;
        }
        if (lookup == null) {
            throw unknown(input, id.toString());
        }
        return lookup.find(id, parser);
    }

    private AvroType type(long key, AvroInput input) throws DecodeException {
        var type = types.get(key);
        if (type == null) {
            throw unknown(input, Long.toHexString(key));
        }
        return type;
    }

    private static DecodeException unknown(AvroInput input, String schema) {
        return input.failure(
                Fault.UNKNOWN_SCHEMA, "The payload names a schema that is not among the writers' (" + schema + ")");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroFormat same
                && framing == same.framing
                && writers.equals(same.writers)
                && Objects.equals(reader, same.reader)
                && Objects.equals(registry, same.registry);
    }

    @Override
    public int hashCode() {
        return Objects.hash(framing, writers, reader, registry);
    }

    /** Parser of a registry's schemas for a reader. Its identity is the key of its results. */
    private static final class WriterParser implements Parser<AvroType> {

        private final @Nullable AvroSchema reader;

        WriterParser(@Nullable AvroSchema reader) {
            this.reader = reader;
        }

        @Override
        public SchemaType type() {
            return SchemaType.AVRO;
        }

        @Override
        public AvroType parse(RegisteredSchema schema) {
            var references = schema.references().stream()
                    .map(reference -> reference.text().getBytes(StandardCharsets.UTF_8))
                    .toList();
            return AvroSchema.ofPublisher(schema.text().getBytes(StandardCharsets.UTF_8), references)
                    .readBy(reader);
        }
    }

    /** Consecutive data without a separator. */
    private static final class Datums extends ListDocument {

        private final AvroInput input;
        private final AvroType type;

        Datums(AvroInput input, AvroType type) {
            this.input = input;
            this.type = type;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            return input.left() == 0 ? null : AvroDocument.ofList(input, type);
        }

        /** Skips the rest of the payload, because the start of the next datum is unknown. */
        @Override
        public void passBroken(DecodeException failure) throws DecodeException {
            input.pass(input.left());
            super.passBroken(failure);
        }
    }

    /** Framings of Avro data in a payload. */
    public enum Framing {
        /** No frame; the schema is configured. */
        DATUMS,
        /** Single-object encoding: the bytes C3 01 and the schema's fingerprint, before the datum. */
        SINGLE_OBJECT,
        /** Object container file: a header with the schema, and blocks of data. */
        CONTAINER,
        /** Schema registry frame before the datum: {@link RegistryFrame}. */
        REGISTRY;

        /** Key of the schema if a format has only one. */
        static final long THE_ONLY_ONE = 0;

        private static final int SINGLE_OBJECT_MARKER = 0xC301;

        /** Skips the frame and returns the schema's key in the format. */
        long schemaKey(AvroInput input) throws DecodeException {
            return this == SINGLE_OBJECT ? fingerprint(input) : THE_ONLY_ONE;
        }

        private static long fingerprint(AvroInput input) throws DecodeException {
            if (input.left() < Short.BYTES + Long.BYTES
                    || Short.toUnsignedInt(ByteBuffer.wrap(input.bytes()).getShort()) != SINGLE_OBJECT_MARKER) {
                throw input.failure(
                        Fault.MALFORMED, "The payload is not an Avro single object: it does not begin with C3 01");
            }
            input.pass(Short.BYTES);
            return ByteBuffer.wrap(input.bytes(Long.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
        }
    }
}
