package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Document.Kind;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Data items of CBOR. Read here and not by Jackson, which gives simple values as numbers, keeps one of several tags, and
 * does not check text that is skipped.
 */
final class CborItems implements BinaryItems {

    private static final int NO_TAG = -1;

    private final BinaryInput input;
    private final CborHeads heads;

    CborItems(BinaryInput input) {
        this.input = input;
        this.heads = new CborHeads(input);
    }

    @Override
    public Kind kind() throws DecodeException {
        if (heads.nextType() != CborHeads.TAG) {
            return kind(heads.nextType());
        }
        int start = input.position();
        boolean hasMeaning = passTags() != NO_TAG;
        int type = heads.nextType();
        input.goBack(start);
        return hasMeaning ? Kind.SCALAR : kind(type);
    }

    private static Kind kind(int type) {
        return switch (type) {
            case CborHeads.ARRAY -> Kind.ARRAY;
            case CborHeads.MAP -> Kind.OBJECT;
            default -> Kind.SCALAR;
        };
    }

    /** Passes the tags of an item, and gives the one that has a meaning, or {@link #NO_TAG}. */
    private int passTags() throws DecodeException {
        int found = NO_TAG;
        while (heads.nextType() == CborHeads.TAG) {
            int start = input.position();
            long tag = heads.argument(input.unsigned8(), start);
            if (CborTags.hasMeaning(tag)) {
                if (found != NO_TAG) {
                    throw wrong(start);
                }
                found = (int) tag;
            }
        }
        return found;
    }

    @Override
    public long enter() throws DecodeException {
        passTags();
        int start = input.position();
        int head = input.unsigned8();
        return CborHeads.isIndefinite(head)
                ? UNTIL_BREAK
                : input.entries(heads.argument(head, start), CborHeads.type(head) == CborHeads.MAP ? 2 : 1);
    }

    @Override
    public boolean passBreak() throws DecodeException {
        return heads.passBreak();
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        int start = input.position();
        int tag = passTags();
        if (tag == NO_TAG) {
            return untagged();
        }
        return CborTags.isOfPair(tag) ? pair(tag, start) : CborTags.value(tag, untagged(), start);
    }

    private @Nullable Object untagged() throws DecodeException {
        int start = input.position();
        int head = input.unsigned8();
        return switch (CborHeads.type(head)) {
            case CborHeads.UNSIGNED -> Unsigned.of(heads.argument(head, start));
            case CborHeads.NEGATIVE -> negative(heads.argument(head, start));
            case CborHeads.BYTES ->
                CborHeads.isIndefinite(head) ? chunksOfBytes() : input.bytes(heads.argument(head, start));
            case CborHeads.TEXT ->
                CborHeads.isIndefinite(head) ? chunksOfText() : input.text(heads.argument(head, start));
            case CborHeads.SIMPLE -> simple(head, start);
            default -> throw wrong(start);
        };
    }

    private static Number negative(long bits) {
        return bits >= 0 ? Long.valueOf(~bits) : ((BigInteger) Unsigned.of(bits)).not();
    }

    private byte[] chunksOfBytes() throws DecodeException {
        var bytes = new ByteArrayOutputStream();
        while (!passBreak()) {
            bytes.writeBytes(input.bytes(chunk(CborHeads.BYTES)));
        }
        return bytes.toByteArray();
    }

    private String chunksOfText() throws DecodeException {
        var text = new StringBuilder();
        while (!passBreak()) {
            text.append(input.text(chunk(CborHeads.TEXT)));
        }
        return text.toString();
    }

    /** Passes the head of a part of a text or of bytes, and gives the length of the part. */
    private long chunk(int type) throws DecodeException {
        int start = input.position();
        int head = input.unsigned8();
        if (CborHeads.type(head) != type) {
            throw wrong(start);
        }
        return heads.argument(head, start);
    }

    private @Nullable Object simple(int head, int start) throws DecodeException {
        return switch (head) {
            case 0xF4 -> false;
            case 0xF5 -> true;
            case 0xF6, 0xF7 -> null; // null and undefined
            case 0xF9 -> CborTags.half(input.unsigned16());
            case 0xFA -> Float.intBitsToFloat(input.int32());
            case 0xFB -> Double.longBitsToDouble(input.int64());
            default -> throw unknownSimple(head, start);
        };
    }

    private DecodeException unknownSimple(int head, int start) throws DecodeException {
        long value = heads.argument(head, start);
        boolean isTooLong = CborHeads.isOneByteMore(head) && value < 32;
        return isTooLong
                ? wrong(start)
                : new DecodeException(Fault.UNSUPPORTED, "The payload has the simple value " + value, start);
    }

    /** A number that an array of an exponent and a mantissa stands for. */
    private Object pair(int tag, int start) throws DecodeException {
        if (heads.nextType() != CborHeads.ARRAY) {
            throw wrong(start);
        }
        long count = enter();
        if (count != 2 && count != UNTIL_BREAK) {
            throw wrong(start);
        }
        var exponent = untagged();
        int mantissaStart = input.position();
        int mantissaTag = passTags();
        var mantissa = mantissaTag == NO_TAG ? untagged() : CborTags.value(mantissaTag, untagged(), mantissaStart);
        if (count == UNTIL_BREAK && !passBreak()) {
            throw wrong(start);
        }
        return CborTags.ofPair(tag, exponent, mantissa, start);
    }

    private static DecodeException wrong(int position) {
        return CborTags.wrong(position);
    }

    @Override
    public void skipScalar() throws DecodeException {
        int start = input.position();
        int head = input.peek();
        if (CborHeads.type(head) == CborHeads.TEXT && !CborHeads.isIndefinite(head)) {
            input.pass(1);
            input.passText(heads.argument(head, start));
        } else if (CborHeads.type(head) == CborHeads.BYTES && !CborHeads.isIndefinite(head)) {
            input.pass(1);
            input.pass(heads.argument(head, start));
        } else {
            scalar();
        }
    }
}
