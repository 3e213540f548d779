package io.github.hivemqtdengine.decode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import org.apache.avro.Resolver;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;

/**
 * Makes types that read what was written by one schema as another one sees it. A number that is promoted keeps the value
 * that was written, and the logical type is the writer's, where it has one.
 */
final class AvroResolution {

    private final IdentityHashMap<Resolver.Action, AvroRecord> records = new IdentityHashMap<>();
    private final AvroTypes unread = new AvroTypes();

    private AvroResolution() {}

    /** @throws IllegalArgumentException with what the reader can't read */
    static AvroType of(Schema writer, Schema reader) {
        try {
            return new AvroResolution().of(Resolver.resolve(writer, reader));
        } catch (RuntimeException e) { // of all kinds
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private AvroType of(Resolver.Action action) {
        if (action instanceof Resolver.RecordAdjust adjust) {
            return record(adjust);
        }
        if (action instanceof Resolver.Container container) {
            var items = of(container.elementAction);
            return action.writer.getType() == Schema.Type.ARRAY ? new AvroArray(items) : new AvroMap(items);
        }
        if (action instanceof Resolver.WriterUnion union) {
            return union(union);
        }
        if (action instanceof Resolver.ReaderUnion union) {
            return of(union.actualAction);
        }
        if (action instanceof Resolver.EnumAdjust symbols) {
            return symbols(symbols);
        }
        if (action instanceof Resolver.ErrorAction error) {
            throw new IllegalArgumentException(error.toString());
        }
        return scalar(action);
    }

    private AvroType record(Resolver.RecordAdjust adjust) {
        var known = records.get(adjust);
        if (known != null) {
            return known;
        }
        var record = new AvroRecord();
        records.put(adjust, record);
        var fields = new ArrayList<AvroRecord.Field>();
        int next = 0;
        for (var action : adjust.fieldActions) {
            fields.add(
                    action instanceof Resolver.Skip
                            ? new AvroRecord.Field(null, unread.of(action.writer), null)
                            : new AvroRecord.Field(adjust.readerOrder[next++].name(), of(action), null));
        }
        for (; next < adjust.readerOrder.length; next++) {
            fields.add(missing(adjust.readerOrder[next], adjust.defaults[next - adjust.firstDefault]));
        }
        record.complete(fields);
        return record;
    }

    /** A field that was not written. */
    private static AvroRecord.Field missing(Schema.Field field, Object value) {
        var encoded = new ByteArrayOutputStream();
        try {
            var encoder = EncoderFactory.get().directBinaryEncoder(encoded, null);
            new GenericDatumWriter<>(field.schema()).write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory throws none
        }
        return new AvroRecord.Field(field.name(), new AvroTypes().of(field.schema()), encoded.toByteArray());
    }

    /** Branches that the reader can't read may be there, as long as no value is of them. */
    private AvroType union(Resolver.WriterUnion union) {
        if (Arrays.stream(union.actions).allMatch(Resolver.ErrorAction.class::isInstance)) {
            throw new IllegalArgumentException(Arrays.stream(union.actions)
                    .findFirst()
                    .map(Object::toString)
                    .orElse("The union is empty"));
        }
        return new AvroUnion(Arrays.stream(union.actions).map(this::branch).toArray(AvroType[]::new));
    }

    private AvroType branch(Resolver.Action action) {
        try {
            return of(action);
        } catch (IllegalArgumentException e) {
            return new AvroScalars.Unreadable(String.valueOf(e.getMessage()));
        }
    }

    private static AvroType symbols(Resolver.EnumAdjust symbols) {
        var known = symbols.reader.getEnumSymbols();
        return new AvroScalars.Symbols(Arrays.stream(symbols.adjustments)
                .mapToObj(index -> index < 0 ? null : known.get(index))
                .toArray(String[]::new));
    }

    private static AvroType scalar(Resolver.Action action) {
        var written = AvroTypes.plain(action.writer);
        var meant = AvroLogical.of(action.writer, written);
        return meant == written ? AvroLogical.of(action.reader, asRead(action, written)) : meant;
    }

    private static AvroType.Scalar asRead(Resolver.Action action, AvroType.Scalar written) {
        return switch (action.reader.getType()) {
            case STRING, BYTES -> AvroTypes.plain(action.reader);
            default -> written;
        };
    }
}
