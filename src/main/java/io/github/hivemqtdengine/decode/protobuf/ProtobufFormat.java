package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors.ProtobufSchema;
import io.github.hivemqtdengine.decode.protobuf.ProtobufValue.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Protobuf messages of one type. Field names are those of the .proto file; unknown fields are ignored.
 *
 * @param schema type of the messages
 */
public record ProtobufFormat(ProtobufSchema schema, Framing framing) implements DocumentFormat {

    /** Framings of messages in a payload. */
    public enum Framing {
        /** One message per payload. */
        MESSAGE,
        /** List of messages, each after its length as a varint. */
        DELIMITED,
        /** One message after the frame of a schema registry, which is skipped. */
        REGISTRY
    }

    public ProtobufFormat {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(framing);
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        return open(payload.bytes(), schema.complete());
    }

    /** @param type type with only the fields to read */
    private Document open(byte[] payload, ProtobufType type) throws DecodeException {
        if (isList()) {
            return new ProtobufList(schema.complete(), type, payload);
        }
        int from = framing == Framing.REGISTRY ? MessageIndexes.startOfMessage(payload) : 0;
        return message(payload, from, schema.complete(), type);
    }

    /**
     * Returns the message that fills a payload from some byte on.
     *
     * @param complete type of the message with all fields
     * @param type the same type with only the fields to read
     */
    static Document message(byte[] payload, int from, ProtobufType complete, ProtobufType type) throws DecodeException {
        var message = new ProtobufCheck(payload, from).checked(complete, payload.length - from, 1);
        return new ProtobufDocument(type.value(message), from);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        var paths = paths(fields, shape).stream()
                .map(path -> isList() ? path.subList(Math.min(1, path.size()), path.size()) : path)
                .toList();
        var type = ProtobufTypes.projected(schema.message(), paths);
        return new TreeDecoder(payload -> open(payload.bytes(), type), fields, shape);
    }

    /** Returns the paths that a route reads: field names, indices and keys, from the payload on. */
    static List<List<String>> paths(List<FieldPath> fields, RecordShape shape) {
        var record = new ArrayList<String>();
        var paths = new ArrayList<List<String>>();
        if (shape.rows() != null) {
            record.addAll(FieldPath.tokens(shape.rows()));
            record.add(RecordShape.EACH);
            paths.add(joined(record, List.of(""))); // the rows without any field
        }
        if (shape.pivot() != null) {
            paths.add(joined(record, FieldPath.tokens(shape.pivot().list())));
        }
        for (var field : fields) {
            if (field.scope() == Scope.KEY || field.scope() == Scope.INDEX) {
                continue; // neither is a field
            }
            int start = field.scope() == Scope.MESSAGE ? 0 : record.size();
            for (int up = field.up(); up > 0 && start > 0; up--) {
                start = record.subList(0, start - 1).lastIndexOf(RecordShape.EACH) + 1;
            }
            paths.add(joined(record.subList(0, start), FieldPath.tokens(field.pointer())));
        }
        return paths;
    }

    private static List<String> joined(List<String> path, List<String> rest) {
        return Stream.concat(path.stream(), rest.stream()).toList();
    }

    @Override
    public boolean isList() {
        return framing == Framing.DELIMITED;
    }

    /** List of messages, each after its length. A message is checked when it is reached. */
    private static final class ProtobufList extends ListDocument {

        /** Nesting level of a message: 1 for the list and 1 for the message. */
        private static final int LEVEL = 2;

        private final ProtobufType complete;
        private final ProtobufType type;
        private final byte[] payload;
        private int at;
        private boolean isKept;

        /**
         * @param complete type of the messages with all fields
         * @param type the same type with only the fields to read
         */
        ProtobufList(ProtobufType complete, ProtobufType type, byte[] payload) {
            this.complete = complete;
            this.type = type;
            this.payload = payload;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            if (at == payload.length) {
                return null;
            }
            var check = new ProtobufCheck(payload, at);
            at = payload.length; // after a wrong length no message can be located
            int length = check.length();
            int from = check.position();
            at = from + length;
            return new ProtobufDocument(type.value(check.checked(complete, length, LEVEL)), from);
        }

        @Override
        public void passBroken(DecodeException failure) throws DecodeException {
            if (isKept) {
                throw failure;
            }
            super.passBroken(failure);
        }

        @Override
        protected Kept keepAll() {
            isKept = true;
            return new ProtobufDocument.KeptValue(
                    () -> UnsafeByteOperations.unsafeWrap(payload), () -> new ProtobufList(complete, type, payload));
        }
    }

    /** Document of a Protobuf message that has been checked. Nested messages are parsed when they are entered. */
    private static final class ProtobufDocument implements Document {

        private final Deque<Iterator<Part>> open = new ArrayDeque<>();
        private final int position;
        private @Nullable Part part;

        /** Current value, {@code null} until it is read. */
        private @Nullable ProtobufValue value;

        /** @param position position of the message's first byte */
        ProtobufDocument(ProtobufValue value, int position) {
            this.value = value;
            this.position = position;
        }

        private ProtobufValue value() throws DecodeException {
            if (value == null) {
                value = Objects.requireNonNull(part, "next comes first").value().read();
            }
            return value;
        }

        @Override
        public Kind kind() throws DecodeException {
            return value().kind();
        }

        @Override
        public @Nullable Object scalar() throws DecodeException {
            return value().scalar();
        }

        @Override
        public void skip() {
            // the message has been checked
        }

        @Override
        public void enter() throws DecodeException {
            open.push(value().parts().read());
        }

        @Override
        public @Nullable String nextField() {
            return nextElement() && part != null ? part.name() : null;
        }

        @Override
        public boolean nextElement() {
            value = null;
            part = open.element().hasNext() ? open.element().next() : null;
            if (part == null) {
                open.pop();
            }
            return part != null;
        }

        @Override
        public Kept keep() throws DecodeException {
            var kept = value();
            return new KeptValue(kept.encoded(), () -> new ProtobufDocument(kept, position));
        }

        @Override
        public void end() {
            // a payload ends where its message does
        }

        /** Returns the position of the message's first byte, because protobuf-java reports no position of a value. */
        @Override
        public long position() {
            return position;
        }

        /**
         * Kept value that can be read again.
         *
         * @param encoded source of its encoding
         * @param document source of documents positioned at it
         */
        record KeptValue(Supplier<ByteString> encoded, Supplier<Document> document) implements Kept {

            @Override
            public Structure structure() {
                var bytes = encoded.get().toByteArray();
                return new Structure(bytes, 0, bytes.length, this);
            }

            @Override
            public Document again() {
                return document.get();
            }
        }
    }
}
