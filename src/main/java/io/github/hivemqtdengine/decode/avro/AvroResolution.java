// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.avro.AvroType.Part;
import io.github.hivemqtdengine.decode.document.Document;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
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
    private final IdentityHashMap<Object, AvroType> records = new IdentityHashMap<>();

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
            return new AvroResolution().type(writer, Resolver.resolve(writer, reader));
        } catch (RuntimeException e) { // Avro throws several kinds
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** @param action {@code null} to read the value as it was written */
    private AvroType type(Schema writer, Resolver.@Nullable Action action) {
        if (action instanceof Resolver.ErrorAction error) {
            throw new IllegalArgumentException(error.toString());
        }
        if (action instanceof Resolver.ReaderUnion union) {
            return type(writer, union.actualAction);
        }
        var how = action instanceof Resolver.Skip ? null : action;
        return switch (writer.getType()) {
            case RECORD -> record(writer, (Resolver.RecordAdjust) how);
            case ARRAY -> items(writer, writer.getElementType(), (Resolver.Container) how);
            case MAP -> items(writer, writer.getValueType(), (Resolver.Container) how);
            case UNION -> union(writer, (Resolver.WriterUnion) how);
            case ENUM -> symbols(writer, (Resolver.EnumAdjust) how);
            default -> scalar(writer, how);
        };
    }

    private AvroType items(Schema writer, Schema item, Resolver.@Nullable Container action) {
        var type = type(item, action == null ? null : action.elementAction);
        return new AvroType(writer, null).of(List.of(new Part(type)));
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
        var record = new AvroType(writer, null);
        records.put(key, record);
        record.of(fields(writer, adjust));
        depth--;
        return record;
    }

    private List<Part> fields(Schema writer, Resolver.@Nullable RecordAdjust adjust) {
        var fields = new ArrayList<Part>();
        int next = 0;
        for (var field : writer.getFields()) {
            var action = adjust == null ? null : adjust.fieldActions[field.pos()];
            var type = type(field.schema(), action);
            var name =
                    action instanceof Resolver.Skip ? null : name(adjust == null ? field : adjust.readerOrder[next++]);
            fields.add(new Part(name, type, null));
        }
        for (; adjust != null && next < adjust.readerOrder.length; next++) {
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
    private static Part missing(Schema.Field field, Object value) {
        var encoded = new ByteArrayOutputStream();
        try {
            var encoder = EncoderFactory.get().directBinaryEncoder(encoded, null);
            new GenericDatumWriter<>(field.schema()).write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never thrown in memory
        }
        return new Part(field.name(), of(field.schema()), encoded.toByteArray());
    }

    /** Returns a union of which at least one branch is readable; a value of an unreadable branch is an error later. */
    private AvroType union(Schema writer, Resolver.@Nullable WriterUnion union) {
        var branches = new ArrayList<Part>();
        @Nullable IllegalArgumentException failure = null;
        int unreadable = 0;
        for (var branch : writer.getTypes()) {
            try {
                branches.add(new Part(type(branch, union == null ? null : union.actions[branches.size()])));
            } catch (IllegalArgumentException e) {
                failure = e;
                unreadable++;
                branches.add(new Part(AvroType.UNREADABLE));
            }
        }
        if (failure != null && (union == null || unreadable == branches.size())) {
            throw failure;
        }
        return new AvroType(writer, null).of(branches);
    }

    private static AvroType symbols(Schema writer, Resolver.@Nullable EnumAdjust adjust) {
        var written = writer.getEnumSymbols();
        var known = adjust == null ? written : adjust.reader.getEnumSymbols();
        return new AvroType(writer, (plain, input) -> {
            long index = (long) plain;
            if (index < 0 || index >= written.size()) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that its enum does not have");
            }
            int seen = adjust == null ? (int) index : adjust.adjustments[(int) index];
            if (seen < 0) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that the reader's schema does not have");
            }
            return known.get(seen);
        });
    }

    private static AvroType scalar(Schema writer, Resolver.@Nullable Action action) {
        var meaning = AvroLogical.meaning(writer);
        if (meaning != null || action == null) {
            return new AvroType(writer, meaning);
        }
        boolean isPlain = switch (action.reader.getType()) {
            case STRING, BYTES -> true;
            default -> false;
        };
        return new AvroType(isPlain ? action.reader : writer, AvroLogical.meaning(action.reader));
    }
}
