package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type of an Avro record. A record may contain itself, so its fields are set after it is created. */
final class AvroRecord implements AvroType.Structured {

    private Field[] fields = {};
    private int minSize;

    /**
     * Field of a record.
     *
     * @param name name, or {@code null} if the reader's schema does not have the field
     * @param value encoded default of a field that the writer does not have, or {@code null}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Field(@Nullable String name, AvroType type, byte @Nullable [] value) {}

    /** Sets the fields; called once. */
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
    public void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        var level = enter(input, outer);
        for (var field : fields) {
            if (field.value() == null) {
                field.type().skip(input, level);
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
        private int index = -1;

        Level(Field[] fields, AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            super(input, outer);
            this.fields = fields;
        }

        @Override
        boolean next() throws DecodeException {
            index++;
            while (index < fields.length && fields[index].name() == null) {
                fields[index].type().skip(super.input(), this);
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
            return value == null
                    ? super.input()
                    : AvroInput.between(value, 0, value.length, super.input().position());
        }
    }
}
