package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.UnsafeByteOperations;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors.ProtobufSchema;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDocument.KeptValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        DELIMITED
    }

    public ProtobufFormat {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(framing);
    }

    @Override
    public Document open(byte[] payload) throws DecodeException {
        return open(payload, schema.complete());
    }

    /** @param type type with only the fields to read */
    private Document open(byte[] payload, ProtobufType type) throws DecodeException {
        if (isList()) {
            return new ProtobufList(schema.complete(), type, payload);
        }
        var message = new ProtobufCheck(payload, 0).checked(schema.complete(), payload.length, 1);
        return new ProtobufDocument(type.value(message), 0);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        var paths = paths(fields, shape).stream()
                .map(path -> isList() ? path.subList(Math.min(1, path.size()), path.size()) : path)
                .toList();
        var type = ProtobufTypes.projected(schema.message(), paths);
        return new TreeDecoder(payload -> open(payload, type), fields, shape);
    }

    /** Returns the paths that a route reads: field names, indices and keys, from the payload on. */
    private static List<List<String>> paths(List<FieldPath> fields, RecordShape shape) {
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
            if (field.scope() == Scope.KEY) {
                continue; // a key is not a field
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
            return new KeptValue(
                    () -> UnsafeByteOperations.unsafeWrap(payload), () -> new ProtobufList(complete, type, payload));
        }
    }
}
