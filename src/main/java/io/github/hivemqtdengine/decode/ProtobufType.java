package io.github.hivemqtdengine.decode;

import com.google.protobuf.WireFormat;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message type. It is built by one thread and then only read. */
final class ProtobufType {

    private final ProtobufMeaning meaning;
    private final int oneofs;
    private List<ProtobufField> fields = List.of();
    private int[] numbers = {};
    private ProtobufField[] byNumber = {};

    /** @param oneofs how many it has */
    ProtobufType(ProtobufMeaning meaning, int oneofs) {
        this.meaning = meaning;
        this.oneofs = oneofs;
    }

    /** Says what it has, once all types are known. */
    void define(List<ProtobufField> known) {
        fields = known;
        byNumber = known.stream()
                .sorted(Comparator.comparingInt(ProtobufField::number))
                .toArray(ProtobufField[]::new);
        numbers = Arrays.stream(byNumber).mapToInt(ProtobufField::number).toArray();
    }

    ProtobufMeaning meaning() {
        return meaning;
    }

    int oneofs() {
        return oneofs;
    }

    /** In the order of the .proto file. */
    List<ProtobufField> fields() {
        return fields;
    }

    /** The field that a tag is of; one whose values are not encoded like that is not known. */
    @Nullable
    ProtobufField field(int tag) {
        int found = Arrays.binarySearch(numbers, WireFormat.getTagFieldNumber(tag));
        return found >= 0 && byNumber[found].isBehind(tag) ? byNumber[found] : null;
    }

    /** A message of this type. */
    ProtobufValue value(ProtobufPieces pieces) throws DecodeException {
        return meaning.of(new ProtobufMessage(this, pieces));
    }
}
