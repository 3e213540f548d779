package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** A map of Avro: an object whose fields are named by the payload. */
record AvroMap(AvroType values) implements AvroType.Structured {

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public int minSize() {
        return 1;
    }

    @Override
    public void skip(AvroInput input, int depth) throws DecodeException {
        input.requireDepth(depth);
        var blocks = new AvroBlocks(input, 1);
        while (blocks.next()) {
            input.skipText();
            values.skip(input, depth + 1);
        }
    }

    @Override
    public AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        return new Level(values, input, outer);
    }

    private static final class Level extends AvroLevel {

        private final AvroType values;
        private final AvroInput input;
        private final AvroBlocks blocks;
        private String key = "";

        Level(AvroType values, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            super(input, outer);
            this.values = values;
            this.input = input;
            this.blocks = new AvroBlocks(input, 1);
        }

        @Override
        boolean next() throws DecodeException {
            boolean isThere = blocks.next();
            if (isThere) {
                key = input.readText();
            }
            return isThere;
        }

        @Override
        String name() {
            return key;
        }

        @Override
        AvroType type() {
            return values;
        }

        @Override
        AvroInput input() {
            return input;
        }
    }
}
