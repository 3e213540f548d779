package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import io.github.hivemqtdengine.decode.ProtobufField.Count;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A message as an object, its fields in the order of the .proto file. */
record ProtobufMessage(ProtobufType type, ProtobufPieces pieces) implements ProtobufValue {

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public @Nullable Object scalar() {
        throw new IllegalStateException("A message is no scalar");
    }

    @Override
    public ProtobufParts parts() throws DecodeException {
        return new Fields(type, pieces, new ProtobufIndex(type, pieces));
    }

    @Override
    public Structure structure(Supplier<String> json) {
        return pieces.structure(json);
    }

    @Override
    public int position() {
        return pieces.from(0);
    }

    /** The fields that the message has, and those that have a value if it doesn't have them. */
    private static final class Fields implements ProtobufParts {

        private final ProtobufType type;
        private final ProtobufPieces pieces;
        private final ProtobufIndex index;
        private int next;

        Fields(ProtobufType type, ProtobufPieces pieces, ProtobufIndex index) {
            this.type = type;
            this.pieces = pieces;
            this.index = index;
        }

        @Override
        public boolean next() {
            while (next < type.fields().size()) {
                next++;
                if (index.has(field()) || !field().hasPresence()) {
                    return true;
                }
            }
            return false;
        }

        private ProtobufField field() {
            return type.fields().get(next - 1);
        }

        @Override
        public String name() {
            return field().name();
        }

        @Override
        public ProtobufValue value() throws DecodeException {
            var field = field();
            if (field.count() == Count.ONE) {
                return index.has(field) ? index.value(field) : field.absent(pieces.payload(), pieces.from(0));
            }
            var values = new ProtobufRepeated(
                    field, type, index.has(field) ? pieces : pieces.withoutLength(), index.first(field));
            return field.count() == Count.MAP ? new ProtobufMap(values) : new ProtobufArray(values);
        }
    }
}
