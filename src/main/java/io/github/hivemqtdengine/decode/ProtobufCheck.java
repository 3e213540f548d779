package io.github.hivemqtdengine.decode;

import com.google.protobuf.WireFormat;
import com.google.protobuf.WireFormat.FieldType;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.ProtobufField.Count;
import org.jspecify.annotations.Nullable;

/** Checks a whole message before it is read, so that nothing can be wrong with it later, wherever somebody looks. */
final class ProtobufCheck {

    /** Maps are kept while they are read, and their entries are small. */
    static final int MOST_ENTRIES = 100_000;

    private final byte[] payload;
    private final ProtobufInput in;
    private int entries;

    private ProtobufCheck(byte[] payload, ProtobufInput in) {
        this.payload = payload;
        this.in = in;
    }

    /** @param level in how many objects and arrays the message is, itself among them */
    static void check(ProtobufType type, byte[] payload, int from, int to, int level) throws DecodeException {
        new ProtobufCheck(payload, new ProtobufInput(payload, from, to)).message(type, 0, level);
    }

    /** @param group the number of the group that it is, or 0 */
    private void message(ProtobufType type, int group, int level) throws DecodeException {
        int from = in.position();
        int to = fields(type, group, level);
        type.meaning().check(new ProtobufMessage(type, ProtobufPieces.one(payload, from, to)));
    }

    /** @return where they end */
    private int fields(@Nullable ProtobufType type, int group, int level) throws DecodeException {
        if (level >= Document.MAX_DEPTH) { // its fields may be arrays
            throw new DecodeException(
                    Fault.LIMIT, "The payload nests deeper than " + Document.MAX_DEPTH + " levels", in.position());
        }
        while (in.hasMore()) {
            int start = in.position();
            int tag = in.tag();
            if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
                requireEnd(group, tag, start);
                return start;
            }
            field(type == null ? null : type.field(tag), tag, level);
        }
        if (group != 0) {
            throw in.truncated();
        }
        return in.position();
    }

    private static void requireEnd(int group, int tag, int position) throws DecodeException {
        if (WireFormat.getTagFieldNumber(tag) != group) {
            throw ProtobufInput.malformed(position);
        }
    }

    private void field(@Nullable ProtobufField field, int tag, int level) throws DecodeException {
        boolean isGroup = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_START_GROUP;
        if (field == null && isGroup) {
            fields(null, WireFormat.getTagFieldNumber(tag), level + 1);
        } else if (field == null) {
            in.skip(tag);
        } else if (field.message() != null) {
            count(field);
            nested(field.message(), isGroup, tag, level + (field.count() == Count.MANY ? 2 : 1));
        } else if (field.isPackedBehind(tag)) {
            packed(field);
        } else if (field.type() == FieldType.STRING) {
            text();
        } else {
            in.skip(tag);
        }
    }

    private void count(ProtobufField field) throws DecodeException {
        if (field.count() == Count.MAP && ++entries > MOST_ENTRIES) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload's maps have more than " + MOST_ENTRIES + " entries", in.position());
        }
    }

    private void nested(ProtobufType type, boolean isGroup, int tag, int level) throws DecodeException {
        if (isGroup) {
            message(type, WireFormat.getTagFieldNumber(tag), level);
        } else {
            int length = in.length();
            int outer = in.endAt(in.position() + length);
            message(type, 0, level);
            in.endAt(outer);
        }
    }

    private void packed(ProtobufField field) throws DecodeException {
        int length = in.length();
        int outer = in.endAt(in.position() + length);
        while (in.hasMore()) {
            in.skip(field.type().getWireType());
        }
        in.endAt(outer);
    }

    private void text() throws DecodeException {
        int length = in.length();
        Utf8.require(payload, in.position(), in.position() + length);
        in.pass(length);
    }
}
