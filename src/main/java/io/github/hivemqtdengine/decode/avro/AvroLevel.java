// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.avro.AvroType.Part;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Record, array or map whose parts are being read. The items of an array or a map are encoded in blocks. */
final class AvroLevel {

    private static final int UNKNOWN = -1;

    private final AvroType type;
    private final AvroInput input;
    private final @Nullable AvroLevel outer;
    private final int depth;

    private final boolean isMap;

    /** Index of the current part; 0 for each item. */
    private int index;

    /** Number of items left in the block. */
    private long left;

    private int claimedEnd = UNKNOWN;
    private int nameStart;
    private int nameSize;

    /** @param outer enclosing level, or {@code null} */
    AvroLevel(AvroType type, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        this.type = type;
        this.input = input;
        this.outer = outer;
        this.depth = outer == null ? 1 : outer.depth + 1;
        this.isMap = type.kind() == Kind.OBJECT && !type.isRecord();
        this.index = type.isRecord() ? -1 : 0;
        if (depth > Document.MAX_DEPTH) {
            throw input.failure(Fault.LIMIT, "The payload nests deeper than " + Document.MAX_DEPTH + " levels");
        }
        if (type.isRecord()) {
            input.step();
        }
    }

    @Nullable
    AvroLevel outer() {
        return outer;
    }

    /** Moves to the next part and returns whether there is one; skips the fields that the reader does not have. */
    boolean next() throws DecodeException {
        if (!type.isRecord()) {
            return nextItem();
        }
        index++;
        while (index < type.partCount() && part().name() == null) {
            part().type().skip(input, this);
            index++;
        }
        return index < type.partCount();
    }

    private boolean nextItem() throws DecodeException {
        if (left == 0) {
            left = nextBlock();
            if (left == 0) {
                return false;
            }
        }
        left--;
        if (isMap) {
            nameSize = input.readLength();
            nameStart = input.skipUtf8(nameSize);
        }
        return true;
    }

    /** Skips all parts; a block of an array whose items all have the same size is skipped at once. */
    void skip() throws DecodeException {
        if (type.kind() == Kind.ARRAY && part().type().isFixed()) {
            for (long count = nextBlock(); count > 0; count = nextBlock()) {
                input.pass(count * part().type().minSize());
            }
            return;
        }
        while (next()) {
            if (part().value() == null) {
                part().type().skip(input, this);
            }
        }
    }

    /** Returns the item count of the next block, or 0 at the end; called after the items of the current one. */
    private long nextBlock() throws DecodeException {
        if (claimedEnd != UNKNOWN && claimedEnd != input.at()) {
            throw input.failure(Fault.MALFORMED, "The payload has a block of another size than it says");
        }
        long count = input.readLong();
        claimedEnd = count < 0 ? input.readLength() + input.at() : UNKNOWN;
        if (count == Long.MIN_VALUE) {
            throw input.failure(Fault.MALFORMED, "The payload has a block of too many items");
        }
        input.requireItems(Math.abs(count), isMap ? 1 : part().type().minSize());
        return Math.abs(count);
    }

    /** Returns the name of the current part; records and maps only. */
    String name() {
        return isMap
                ? new String(input.bytes(), nameStart, nameSize, StandardCharsets.UTF_8)
                : String.valueOf(part().name());
    }

    /** Returns the current part. */
    Part part() {
        return type.part(index);
    }

    /** Returns the input that holds the current part. */
    AvroInput input() {
        var value = part().value();
        return value == null ? input : AvroInput.between(value, 0, value.length, input.position());
    }
}
