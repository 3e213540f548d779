package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of Avro. It may be in itself, so its fields come after it. */
final class AvroRecord implements AvroType.Structured {

    private Field[] fields = {};
    private int minSize;

    /**
     * A field.
     *
     * @param name {@code null} if nobody asks for it
     * @param value the encoded value of a field that no payload has, or {@code null}
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Field(@Nullable String name, AvroType type, byte @Nullable [] value) {}

    /** Says what it is made of, once. */
    void complete(List<Field> all) {
        fields = all.toArray(Field[]::new);
        long size = all.stream()
                .filter(field -> field.value() == null)
                .mapToLong(field -> field.type().minSize())
                .sum();
        minSize = (int) Math.min(size, Integer.MAX_VALUE);
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public int minSize() {
        return minSize;
    }

    @Override
    public void skip(AvroInput input, int depth) throws DecodeException {
        input.requireDepth(depth);
        input.step();
        for (var field : fields) {
            if (field.value() == null) {
                field.type().skip(input, depth + 1);
            }
        }
    }

    @Override
    public AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        input.step();
        return new Level(fields, input, outer);
    }

    private static final class Level extends AvroLevel {

        private final Field[] fields;
        private final AvroInput input;
        private int index = -1;

        Level(Field[] fields, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            super(input, outer);
            this.fields = fields;
            this.input = input;
        }

        @Override
        boolean next() throws DecodeException {
            index++;
            while (index < fields.length && fields[index].name() == null) {
                fields[index].type().skip(input, depth());
                index++;
            }
            return index < fields.length;
        }

        @Override
        String name() {
            return String.valueOf(fields[index].name());
        }

        @Override
        AvroType type() {
            return fields[index].type();
        }

        @Override
        AvroInput input() {
            var value = fields[index].value();
            return value == null ? input : AvroInput.between(value, 0, value.length, input.position());
        }
    }
}
