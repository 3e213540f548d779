package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Type of an Avro array, or of a map, whose items have names. The items are encoded in blocks. */
record AvroItems(Kind kind, AvroType items) implements AvroType.Structured {

    private static final int UNKNOWN = -1;

    @Override
    public int minSize() {
        return 1;
    }

    /** Skips the items; a block of an array whose items all have the same size is skipped at once. */
    @Override
    public void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        var level = new Level(this, input, outer);
        if (kind == Kind.ARRAY && items.isFixed()) {
            for (long count = level.nextBlock(); count > 0; count = level.nextBlock()) {
                input.pass(count * items.minSize());
            }
        } else {
            while (level.next()) {
                items.skip(input, level);
            }
        }
    }

    @Override
    public AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        return new Level(this, input, outer);
    }

    private static final class Level extends AvroLevel {

        private final AvroType items;
        private final boolean isMap;
        private long left;
        private int claimedEnd = UNKNOWN;
        private int nameStart;
        private int nameSize;

        Level(AvroItems type, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            super(input, outer);
            this.items = type.items;
            this.isMap = type.kind == Kind.OBJECT;
        }

        @Override
        boolean next() throws DecodeException {
            if (left == 0) {
                left = nextBlock();
                if (left == 0) {
                    return false;
                }
            }
            left--;
            if (isMap) {
                nameSize = input().readLength();
                nameStart = input().at();
                input().skipUtf8(nameSize);
            }
            return true;
        }

        /** Returns the item count of the next block, or 0 at the end; called after the items of the current one. */
        long nextBlock() throws DecodeException {
            var input = input();
            if (claimedEnd != UNKNOWN && claimedEnd != input.at()) {
                throw input.failure(Fault.MALFORMED, "The payload has a block of another size than it says");
            }
            long count = input.readLong();
            claimedEnd = count < 0 ? input.readLength() + input.at() : UNKNOWN;
            if (count == Long.MIN_VALUE) {
                throw input.failure(Fault.MALFORMED, "The payload has a block of too many items");
            }
            input.requireItems(Math.abs(count), isMap ? 1 : items.minSize());
            return Math.abs(count);
        }

        @Override
        String name() {
            return new String(input().bytes(), nameStart, nameSize, StandardCharsets.UTF_8);
        }

        @Override
        AvroType type() {
            return items;
        }
    }
}
