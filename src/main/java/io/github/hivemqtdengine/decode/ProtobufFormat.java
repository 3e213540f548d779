package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.ProtobufDescriptors.ProtobufSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

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
}
