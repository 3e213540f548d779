package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.protobuf.ProtobufValue.Part;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Message type with the fields that are read. Built by one thread, then only read. */
final class ProtobufType {

    private final ProtobufMeaning meaning;
    private final Descriptor projected;
    private final DynamicMessage empty;
    private final Parser<DynamicMessage> parser;
    private List<ProtobufField> fields = List.of();

    /** @param projected the type as {@link ProtobufTypes} projects it */
    ProtobufType(Descriptor declared, Descriptor projected) {
        this.meaning = ProtobufMeaning.of(declared);
        this.projected = projected;
        this.empty = DynamicMessage.getDefaultInstance(projected);
        this.parser = DiscardUnknownFieldsParser.wrap(empty.getParserForType());
    }

    /** Sets the fields once all types are known. */
    void define(Descriptor declared, Map<Descriptor, ProtobufType> types) {
        fields = projected.getFields().stream()
                .map(field -> ProtobufField.of(declared.findFieldByNumber(field.getNumber()), field, types))
                .toList();
    }

    ProtobufMeaning meaning() {
        return meaning;
    }

    /** Returns the fields in the order of the .proto file. */
    List<ProtobufField> fields() {
        return fields;
    }

    /** Returns the field of a tag, or {@code null} if it is unknown or its values have another wire type. */
    @Nullable
    ProtobufField field(int tag) {
        var found = projected.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
        if (found == null) {
            return null;
        }
        var field = fields.get(found.getIndex());
        return field.isAfter(tag) ? field : null;
    }

    /**
     * Returns the value of a message that {@link ProtobufCheck} has accepted.
     *
     * @param message {@link ByteString}, parsed when its fields are read, or {@link DynamicMessage}
     */
    ProtobufValue value(Object message) throws DecodeException {
        return switch (meaning) {
            case FIELDS -> new ProtobufValue(Kind.OBJECT, null, () -> parts(message), () -> bytes(message));
            case VALUE -> {
                var parts = parts(message);
                yield parts.hasNext() ? parts.next().value().read() : ProtobufValue.ofScalar(null);
            }
            case TIMESTAMP, DURATION -> ProtobufValue.ofScalar(meaning.time(bytes(message), -1));
        };
    }

    private static ByteString bytes(Object message) {
        return message instanceof DynamicMessage parsed ? parsed.toByteString() : (ByteString) message;
    }

    private Iterator<Part> parts(Object message) throws DecodeException {
        var parsed = message instanceof DynamicMessage known ? known : parsed((ByteString) message);
        var parts = new ArrayList<Part>(fields.size());
        for (var field : fields) {
            if (field.hasValue(parsed)) {
                parts.add(new Part(field.name(), () -> field.value(parsed)));
            }
        }
        return parts.iterator();
    }

    /** Parses a message and leaves the messages in it as bytes. */
    DynamicMessage parsed(ByteString encoded) throws DecodeException {
        if (encoded.isEmpty()) {
            return empty;
        }
        var in = encoded.newCodedInput();
        in.enableAliasing(true);
        try {
            return parser.parsePartialFrom(in, ExtensionRegistryLite.getEmptyRegistry());
        } catch (InvalidProtocolBufferException e) {
            throw ProtobufCheck.malformed(-1); // ruled out by ProtobufCheck
        }
    }
}
