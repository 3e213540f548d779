package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Avro's binary encoding in one of its framings. Immutable; equal ones have the same schemas. */
public final class AvroFormat implements DocumentFormat {

    private static final long THE_ONLY_ONE = 0;

    private final AvroFraming framing;
    private final Map<Long, AvroSchema> writers;
    private final @Nullable AvroSchema reader;
    private final Map<Long, AvroType> types = new HashMap<>();
    private final AvroContainerTypes containerTypes;

    private AvroFormat(AvroFraming framing, Map<Long, AvroSchema> writers, @Nullable AvroSchema reader) {
        this.framing = framing;
        this.writers = writers;
        this.reader = reader;
        this.containerTypes = new AvroContainerTypes(reader);
        writers.forEach((key, writer) -> types.put(key, writer.readBy(reader)));
    }

    /**
     * Bare data.
     *
     * @param reader the schema that values are seen by, or {@code null} for the writer's
     * @throws IllegalArgumentException with a reason if the reader can't read what the writer writes
     */
    public static AvroFormat datums(AvroSchema writer, @Nullable AvroSchema reader) {
        return new AvroFormat(AvroFraming.DATUMS, Map.of(THE_ONLY_ONE, writer), reader);
    }

    /** Single objects of some schemas; the rest is as for {@link #datums}. */
    public static AvroFormat singleObjects(List<AvroSchema> writers, @Nullable AvroSchema reader) {
        var byFingerprint = new TreeMap<Long, AvroSchema>();
        writers.forEach(writer -> byFingerprint.put(writer.fingerprint(), writer));
        return new AvroFormat(AvroFraming.SINGLE_OBJECT, byFingerprint, reader);
    }

    /**
     * What is framed as by a schema registry; the rest is as for {@link #datums}.
     *
     * @param writers by the numbers that the registry has given them, 0 to 2^32 - 1
     */
    public static AvroFormat registered(Map<Long, AvroSchema> writers, @Nullable AvroSchema reader) {
        return new AvroFormat(AvroFraming.REGISTRY, Map.copyOf(writers), reader);
    }

    /** Object container files. */
    public static AvroFormat containers(@Nullable AvroSchema reader) {
        return new AvroFormat(AvroFraming.CONTAINER, Map.of(), reader);
    }

    /** A list of data is read as an array of them. */
    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        DocumentFormat format = switch (framing) {
            case DATUMS -> isListOfDatums(shape) ? this::list : this;
            case CONTAINER -> this::container;
            case SINGLE_OBJECT, REGISTRY -> this;
        };
        return new TreeDecoder(format, fields, shape);
    }

    private boolean isListOfDatums(RecordShape shape) {
        var schema = Objects.requireNonNullElse(reader, writers.get(THE_ONLY_ONE));
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
        return framing == AvroFraming.CONTAINER;
    }

    @Override
    public Document open(byte[] payload) throws DecodeException {
        var input = AvroInput.of(payload);
        return switch (framing) {
            case DATUMS -> new AvroDocument(input, type(THE_ONLY_ONE, input));
            case SINGLE_OBJECT -> new AvroDocument(input, type(AvroFrames.fingerprint(input), input));
            case REGISTRY -> new AvroDocument(input, type(AvroFrames.number(input), input));
            case CONTAINER -> container(payload);
        };
    }

    private Document list(byte[] payload) throws DecodeException {
        var input = AvroInput.of(payload);
        return new AvroDocument(input, new AvroDatums(input, type(THE_ONLY_ONE, input)));
    }

    private Document container(byte[] payload) throws DecodeException {
        var whole = AvroInput.of(payload);
        var input = AvroInput.of(payload);
        var header = AvroHeader.read(input);
        return new AvroDocument(whole, new AvroContainer(input, header, containerTypes.of(header.schema(), input)));
    }

    private AvroType type(long key, AvroInput input) throws DecodeException {
        var type = types.get(key);
        if (type == null) {
            throw input.failure(
                    Fault.NO_SCHEMA,
                    "The payload names a schema that is not among the writers' ("
                            + (framing == AvroFraming.REGISTRY ? key : Long.toHexString(key)) + ")");
        }
        return type;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroFormat same
                && framing == same.framing
                && writers.equals(same.writers)
                && Objects.equals(reader, same.reader);
    }

    @Override
    public int hashCode() {
        return Objects.hash(framing, writers, reader);
    }
}
