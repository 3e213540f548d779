package io.github.hivemqtdengine.decode;

import com.google.protobuf.WireFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Goes over the known fields of a message in the order in which they are on the wire. The message is checked. */
final class ProtobufScan {

    private final ProtobufType type;
    private final ProtobufPieces pieces;
    private final ProtobufInput in;
    private int nextPiece;
    private @Nullable ProtobufField field;
    private int tagAt;
    private int tag;
    private int from;
    private int to;

    /** @param first where to begin */
    ProtobufScan(ProtobufType type, ProtobufPieces pieces, int first) {
        this.type = type;
        this.pieces = pieces;
        this.in = new ProtobufInput(pieces.payload(), 0, 0);
        while (nextPiece < pieces.count() && !in.hasMore()) {
            in.moveTo(Math.max(first, pieces.from(nextPiece)), pieces.to(nextPiece));
            nextPiece++;
        }
    }

    /** Goes to the next field, if there is one. */
    boolean next() throws DecodeException {
        do {
            while (!in.hasMore()) {
                if (nextPiece == pieces.count()) {
                    return false;
                }
                in.moveTo(pieces.from(nextPiece), pieces.to(nextPiece));
                nextPiece++;
            }
            passValue();
        } while (field == null);
        return true;
    }

    private void passValue() throws DecodeException {
        tagAt = in.position();
        tag = in.tag();
        field = type.field(tag);
        int wireType = WireFormat.getTagWireType(tag);
        if (wireType == WireFormat.WIRETYPE_START_GROUP) {
            from = in.position();
            to = in.passGroup();
        } else if (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            int length = in.length();
            from = in.position();
            to = from + length;
            in.pass(length);
        } else {
            from = in.position();
            in.skip(tag);
            to = in.position();
        }
    }

    ProtobufField field() {
        return Objects.requireNonNull(field, "next comes first");
    }

    /** Whether it is at a value of this field of the message. */
    boolean isAt(ProtobufField wanted) {
        return field().index() == wanted.index();
    }

    /** Whether the value is several numbers in one piece. */
    boolean isPacked() {
        return field().isPackedBehind(tag);
    }

    /** Where the field begins. */
    int tagAt() {
        return tagAt;
    }

    /** Where the value begins. */
    int from() {
        return from;
    }

    /** Behind the value. */
    int to() {
        return to;
    }

    /** Behind the field. */
    int end() {
        return in.position();
    }
}
