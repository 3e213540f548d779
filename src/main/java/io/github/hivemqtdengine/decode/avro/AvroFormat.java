// SPDX-License-Identifier: Apache-2.0
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
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Avro's binary encoding in one of its framings. Immutable; equal if framing, schemas and registry are equal. */
public final class AvroFormat implements DocumentFormat {

    /** Key of the schema of data without a frame. */
    private static final long THE_ONLY_ONE = 0;

    private static final short SINGLE_OBJECT_MARKER = (short) 0xC301;

    private final Settings settings;
    private final @Nullable SchemaLookup lookup;
    private final Map<Long, AvroType> types = new HashMap<>();
    private final AvroContainers containers;
    private final WriterParser parser = new WriterParser();

    /** What makes formats equal. */
    private record Settings(
            Framing framing,
            Map<Long, AvroSchema> writers,
            @Nullable AvroSchema reader,
            @Nullable String registry) {}

    private AvroFormat(Settings settings, @Nullable SchemaLookup lookup) {
        this.settings = settings;
        this.lookup = lookup;
        this.containers = new AvroContainers(settings.reader);
        settings.writers.forEach((key, writer) -> types.put(key, writer.readBy(settings.reader)));
    }

    private AvroFormat(Framing framing, Map<Long, AvroSchema> writers, @Nullable AvroSchema reader) {
        this(new Settings(framing, writers, reader, null), null);
    }

    /**
     * Returns a format of data without a frame.
     *
     * @param reader schema by which values are resolved, or {@code null} for the writer's
     * @throws IllegalArgumentException if the reader can't read the writer's data; the message gives the reason
     */
    public static AvroFormat datums(AvroSchema writer, @Nullable AvroSchema reader) {
        return new AvroFormat(Framing.DATUMS, Map.of(THE_ONLY_ONE, writer), reader);
    }

    /** Returns a format of single-object encodings; reader and exception are as for {@link #datums}. */
    public static AvroFormat singleObjects(List<AvroSchema> writers, @Nullable AvroSchema reader) {
        var byFingerprint = new HashMap<Long, AvroSchema>();
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
        return new AvroFormat(new Settings(Framing.REGISTRY, Map.copyOf(writers), reader, registry), null);
    }

    /** Returns a format of object container files. */
    public static AvroFormat containers(@Nullable AvroSchema reader) {
        return new AvroFormat(Framing.CONTAINER, Map.of(), reader);
    }

    @Override
    public AvroFormat with(Function<String, SchemaLookup> registries) {
        return settings.registry == null ? this : new AvroFormat(settings, registries.apply(settings.registry));
    }

    /** Returns a decoder; if the rows are several data without a frame, they are read as an array. */
    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new TreeDecoder(isListOfDatums(shape) ? (DocumentFormat) this::list : this, fields, shape);
    }

    private boolean isListOfDatums(RecordShape shape) {
        var schema = settings.reader == null ? settings.writers.get(THE_ONLY_ONE) : settings.reader;
        if (settings.framing != Framing.DATUMS || shape.rows() == null || schema == null || schema.isArray()) {
            return false;
        }
        if (shape.rows().isEmpty()) {
            return shape.rowsFrom() == RowsFrom.ARRAY;
        }
        return !schema.isMap() && FieldPath.tokens(shape.rows()).get(0).equals(RecordShape.EACH);
    }

    @Override
    public boolean isList() {
        return settings.framing == Framing.CONTAINER;
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        var input = AvroInput.of(payload.bytes());
        return isList() ? containers.open(input) : new AvroDocument(input, type(input));
    }

    private Document list(Payload payload) throws DecodeException {
        var input = AvroInput.of(payload.bytes());
        return new Datums(input, type(input));
    }

    /** Reads the frame and returns the type of the datum; a configured schema precedes that of the registry. */
    private AvroType type(AvroInput input) throws DecodeException {
        var id = switch (settings.framing) {
            case DATUMS, CONTAINER -> SchemaId.of(THE_ONLY_ONE);
            case SINGLE_OBJECT -> SchemaId.of(fingerprint(input));
            case REGISTRY -> registered(input);
        };
        var type = id.isGuid() ? null : types.get(id.least());
        if (type != null) {
            return type;
        }
        if (lookup != null) {
            return lookup.find(id, parser);
        }
        var name = settings.framing == Framing.REGISTRY ? id.toString() : Long.toHexString(id.least());
        throw input.failure(
                Fault.UNKNOWN_SCHEMA, "The payload names a schema that is not among the writers' (" + name + ")");
    }

    private static SchemaId registered(AvroInput input) throws DecodeException {
        var frame = RegistryFrame.of(input.bytes());
        input.pass(frame.length());
        return frame.schema();
    }

    private static long fingerprint(AvroInput input) throws DecodeException {
        if (input.left() < Short.BYTES + Long.BYTES
                || ByteBuffer.wrap(input.bytes()).getShort() != SINGLE_OBJECT_MARKER) {
            throw input.failure(
                    Fault.MALFORMED, "The payload is not an Avro single object: it does not begin with C3 01");
        }
        input.pass(Short.BYTES);
        return Long.reverseBytes(input.int64());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroFormat same && settings.equals(same.settings);
    }

    @Override
    public int hashCode() {
        return settings.hashCode();
    }

    /** Parser of a registry's schemas for the reader. Its identity is the key of its results. */
    private final class WriterParser implements Parser<AvroType> {

        @Override
        public SchemaType type() {
            return SchemaType.AVRO;
        }

        @Override
        public AvroType parse(RegisteredSchema schema) {
            var sources = Stream.concat(schema.references().stream().map(Reference::text), Stream.of(schema.text()));
            return AvroSchema.ofPublisher(sources.map(text -> text.getBytes(StandardCharsets.UTF_8))
                            .toArray(byte[][]::new))
                    .readBy(settings.reader);
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
        REGISTRY
    }
}
