package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map as an object, its keys as text; of several entries with the same key the last one counts. */
record ProtobufMap(ProtobufRepeated entries) implements ProtobufValue {

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public @Nullable Object scalar() {
        throw new IllegalStateException("A map is no scalar");
    }

    @Override
    public ProtobufParts parts() throws DecodeException {
        var entryType = Objects.requireNonNull(entries.field().message(), "Entries are messages");
        var values = new LinkedHashMap<String, ProtobufPieces>();
        var scan = entries.scan();
        while (scan.next()) {
            if (scan.isAt(entries.field())) {
                var entry = ProtobufPieces.one(entries.payload(), scan.from(), scan.to());
                values.put(key(entryType, entry), entry);
            }
        }
        return new Values(entryType, values);
    }

    private static String key(ProtobufType entryType, ProtobufPieces entry) throws DecodeException {
        var parts = new ProtobufMessage(entryType, entry).parts();
        parts.next();
        return String.valueOf(parts.value().scalar());
    }

    @Override
    public Structure structure(Supplier<String> json) throws DecodeException {
        return entries.structure(json);
    }

    @Override
    public int position() {
        return entries.position();
    }

    private static final class Values implements ProtobufParts {

        private final ProtobufType entryType;
        private final Iterator<Entry<String, ProtobufPieces>> entries;
        private @Nullable Entry<String, ProtobufPieces> entry;

        Values(ProtobufType entryType, Map<String, ProtobufPieces> values) {
            this.entryType = entryType;
            this.entries = values.entrySet().iterator();
        }

        @Override
        public boolean next() {
            entry = entries.hasNext() ? entries.next() : null;
            return entry != null;
        }

        private Entry<String, ProtobufPieces> entry() {
            return Objects.requireNonNull(entry, "next comes first");
        }

        @Override
        public String name() {
            return entry().getKey();
        }

        @Override
        public ProtobufValue value() throws DecodeException {
            var parts = new ProtobufMessage(entryType, entry().getValue()).parts();
            parts.next();
            parts.next();
            return parts.value();
        }
    }
}
