package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A repeated field as an array, packed or not or both. */
record ProtobufArray(ProtobufRepeated values) implements ProtobufValue {

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public @Nullable Object scalar() {
        throw new IllegalStateException("An array is no scalar");
    }

    @Override
    public ProtobufParts parts() {
        return new Elements(values);
    }

    @Override
    public Structure structure(Supplier<String> json) throws DecodeException {
        return values.structure(json);
    }

    @Override
    public int position() {
        return values.position();
    }

    private static final class Elements implements ProtobufParts {

        private final ProtobufField field;
        private final byte[] payload;
        private final ProtobufScan scan;
        private final ProtobufInput packed;
        private @Nullable ProtobufValue number;

        Elements(ProtobufRepeated values) {
            this.field = values.field();
            this.payload = values.payload();
            this.scan = values.scan();
            this.packed = new ProtobufInput(payload, 0, 0);
        }

        @Override
        public boolean next() throws DecodeException {
            number = null;
            while (!packed.hasMore()) {
                if (!scan.next()) {
                    return false;
                }
                if (scan.isAt(field)) {
                    if (!scan.isPacked()) {
                        return true;
                    }
                    packed.moveTo(scan.from(), scan.to());
                }
            }
            int position = packed.position();
            number = new ProtobufScalar(ProtobufScalar.read(field, packed), position);
            return true;
        }

        @Override
        public ProtobufValue value() throws DecodeException {
            return number == null ? field.value(payload, scan.from(), scan.to()) : number;
        }
    }
}
