package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.avro.AvroRecord.Field;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.avro.Resolver;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Resolves a writer's schema against a reader's, as Avro's {@link Resolver} decides. A promoted number keeps the value
 * that was written. The writer's logical type, if any, takes precedence.
 */
final class AvroResolution {

    private static final int MAX_NAME = 256;

    /** Record types by schema or by action; a record may contain itself and may occur in many places. */
    private final IdentityHashMap<Object, AvroRecord> records = new IdentityHashMap<>();

    private int depth;

    private AvroResolution() {}

    /**
     * Returns the type that reads values as they were written.
     *
     * @throws IllegalArgumentException if the schema is not supported; the message is a predicate about it
     */
    static AvroType of(Schema writer) {
        return new AvroResolution().type(writer, null);
    }

    /** @throws IllegalArgumentException if the reader can't read the writer's data; the message gives the reason */
    static AvroType of(Schema writer, Schema reader) {
        try {
            return new AvroResolution().type(Resolver.resolve(writer, reader));
        } catch (RuntimeException e) { // Avro throws several kinds
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private AvroType type(Resolver.Action action) {
        if (action instanceof Resolver.ErrorAction error) {
            throw new IllegalArgumentException(error.toString());
        }
        if (action instanceof Resolver.ReaderUnion union) {
            return type(union.actualAction);
        }
        return type(action.writer, action instanceof Resolver.Skip ? null : action);
    }

    /** @param action {@code null} to read the value as it was written */
    private AvroType type(Schema writer, Resolver.@Nullable Action action) {
        return switch (writer.getType()) {
            case RECORD -> record(writer, (Resolver.RecordAdjust) action);
            case ARRAY -> new AvroItems(Kind.ARRAY, items(writer.getElementType(), (Resolver.Container) action));
            case MAP -> new AvroItems(Kind.OBJECT, items(writer.getValueType(), (Resolver.Container) action));
            case UNION -> action == null ? union(writer) : union((Resolver.WriterUnion) action);
            case ENUM -> symbols(writer, (Resolver.EnumAdjust) action);
            default -> scalar(writer, action);
        };
    }

    private AvroType items(Schema written, Resolver.@Nullable Container action) {
        return action == null ? type(written, null) : type(action.elementAction);
    }

    private AvroType record(Schema writer, Resolver.@Nullable RecordAdjust adjust) {
        var key = Objects.requireNonNullElse(adjust, writer);
        var known = records.get(key);
        if (known != null) {
            return known;
        }
        if (depth == Document.MAX_DEPTH) {
            throw new IllegalArgumentException("has more than " + Document.MAX_DEPTH + " records in each other");
        }
        depth++;
        var record = new AvroRecord();
        records.put(key, record);
        record.complete(adjust == null ? fields(writer) : fields(adjust));
        depth--;
        return record;
    }

    private List<Field> fields(Schema writer) {
        return writer.getFields().stream()
                .map(field -> new Field(name(field), type(field.schema(), null), null))
                .toList();
    }

    private List<Field> fields(Resolver.RecordAdjust adjust) {
        var fields = new ArrayList<Field>();
        int next = 0;
        for (var action : adjust.fieldActions) {
            var name = action instanceof Resolver.Skip ? null : name(adjust.readerOrder[next++]);
            fields.add(new Field(name, type(action), null));
        }
        for (; next < adjust.readerOrder.length; next++) {
            fields.add(missing(adjust.readerOrder[next], adjust.defaults[next - adjust.firstDefault]));
        }
        return fields;
    }

    private static String name(Schema.Field field) {
        if (field.name().length() > MAX_NAME) {
            throw new IllegalArgumentException("has a name of more than " + MAX_NAME + " characters");
        }
        return field.name();
    }

    /** Returns a reader's field that the writer does not have, with its encoded default. */
    private static Field missing(Schema.Field field, Object value) {
        var encoded = new ByteArrayOutputStream();
        try {
            var encoder = EncoderFactory.get().directBinaryEncoder(encoded, null);
            new GenericDatumWriter<>(field.schema()).write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never thrown in memory
        }
        return new Field(field.name(), of(field.schema()), encoded.toByteArray());
    }

    private AvroType union(Schema writer) {
        return new AvroUnion(
                writer.getTypes().stream().map(type -> type(type, null)).toArray(AvroType[]::new));
    }

    /** Returns a union of which at least one branch is readable; a value of an unreadable branch is an error later. */
    private AvroType union(Resolver.WriterUnion union) {
        var branches = new @Nullable AvroType[union.actions.length];
        @Nullable IllegalArgumentException failure = null;
        int readable = 0;
        for (int i = 0; i < branches.length; i++) {
            try {
                branches[i] = type(union.actions[i]);
                readable++;
            } catch (IllegalArgumentException e) {
                failure = e;
            }
        }
        if (readable == 0 && failure != null) {
            throw failure;
        }
        return new AvroUnion(branches);
    }

    private static AvroType symbols(Schema writer, Resolver.@Nullable EnumAdjust adjust) {
        var written = writer.getEnumSymbols();
        IntFunction<@Nullable String> symbol = written::get;
        if (adjust != null) {
            var known = adjust.reader.getEnumSymbols();
            symbol = index -> adjust.adjustments[index] < 0 ? null : known.get(adjust.adjustments[index]);
        }
        return AvroScalar.ofSymbols(written.size(), symbol);
    }

    private static AvroType scalar(Schema writer, Resolver.@Nullable Action action) {
        var meaning = AvroLogical.meaning(writer);
        if (meaning != null || action == null) {
            return AvroScalar.of(writer, meaning);
        }
        boolean isPlain = switch (action.reader.getType()) {
            case STRING, BYTES -> true;
            default -> false;
        };
        return AvroScalar.of(isPlain ? action.reader : writer, AvroLogical.meaning(action.reader));
    }

    /**
     * Avro union.
     *
     * @param branches types of the branches; {@code null} for one that the reader's schema can't read
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record AvroUnion(@Nullable AvroType[] branches) implements AvroType {

        @Override
        public Kind kind() {
            throw new IllegalStateException("The kind of a union is that of its branch");
        }

        @Override
        public int minSize() {
            return 1;
        }

        @Override
        public AvroType actual(AvroInput input) throws DecodeException {
            long index = input.readLong();
            if (index < 0 || index >= branches.length) {
                throw input.failure(Fault.MALFORMED, "The payload names a branch that its union does not have");
            }
            var branch = branches[(int) index];
            if (branch == null) {
                throw input.failure(Fault.MALFORMED, "The payload has a value that the reader's schema can't read");
            }
            return branch.actual(input);
        }

        @Override
        public void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            actual(input).skip(input, outer);
        }
    }
}
