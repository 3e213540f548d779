package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** An array of Avro. */
record AvroArray(AvroType items) implements AvroType.Structured {

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public int minSize() {
        return 1;
    }

    /** A block of items that all have the same size is one jump. */
    @Override
    public void skip(AvroInput input, int depth) throws DecodeException {
        input.requireDepth(depth);
        var blocks = new AvroBlocks(input, items.minSize());
        if (items.fixedSize() > 0) {
            for (long count = blocks.nextBlock(); count > 0; count = blocks.nextBlock()) {
                input.skip(count * items.fixedSize());
            }
        } else {
            while (blocks.next()) {
                items.skip(input, depth + 1);
            }
        }
    }

    @Override
    public AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        return new Level(items, input, outer);
    }

    private static final class Level extends AvroLevel {

        private final AvroType items;
        private final AvroInput input;
        private final AvroBlocks blocks;

        Level(AvroType items, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            super(input, outer);
            this.items = items;
            this.input = input;
            this.blocks = new AvroBlocks(input, items.minSize());
        }

        @Override
        boolean next() throws DecodeException {
            return blocks.next();
        }

        @Override
        AvroType type() {
            return items;
        }

        @Override
        AvroInput input() {
            return input;
        }
    }
}
