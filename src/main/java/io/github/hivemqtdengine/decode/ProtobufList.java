package io.github.hivemqtdengine.decode;

import com.google.protobuf.UnsafeByteOperations;
import io.github.hivemqtdengine.decode.ProtobufDocument.KeptValue;
import org.jspecify.annotations.Nullable;

/** List of messages, each after its length. A message is checked when it is reached. */
final class ProtobufList extends ListDocument {

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
    Document next() throws DecodeException {
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
    Kept keepAll() {
        isKept = true;
        return new KeptValue(
                () -> UnsafeByteOperations.unsafeWrap(payload), () -> new ProtobufList(complete, type, payload));
    }
}
