package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Avro's binary encoding, read by a type. */
final class AvroDocument implements Document {

    private final AvroInput whole;
    private final boolean isList;
    private AvroInput input;
    private AvroType type;
    private @Nullable AvroLevel level;

    /** @param input at the value that the document begins at */
    AvroDocument(AvroInput input, AvroType type) throws DecodeException {
        this.whole = input;
        this.isList = type instanceof AvroList;
        this.input = input;
        this.type = type.actual(input);
    }

    @Override
    public Kind kind() {
        return type.kind();
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return ((AvroType.Scalar) type).read(input);
    }

    @Override
    public void skip() throws DecodeException {
        type.skip(input, level == null ? 0 : level.depth());
    }

    @Override
    public void enter() throws DecodeException {
        level = ((AvroType.Structured) type).enter(input, level);
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        var object = level();
        return next(object) ? object.name() : null;
    }

    @Override
    public boolean nextElement() throws DecodeException {
        return next(level());
    }

    private boolean next(AvroLevel inside) throws DecodeException {
        if (!inside.next()) {
            level = inside.outer();
            return false;
        }
        input = inside.input();
        type = inside.type().actual(input);
        return true;
    }

    private AvroLevel level() {
        return Objects.requireNonNull(level, "No object or array was entered");
    }

    @Override
    public Kept keep() throws DecodeException {
        if (type instanceof AvroList) {
            throw ListDocument.keptWhole();
        }
        return new KeptAvro(input, type);
    }

    /** A list of data has passed its own end. */
    @Override
    public void end() throws DecodeException {
        if (!isList && whole.left() > 0) {
            throw whole.failure(
                    Fault.MALFORMED,
                    "The payload has something behind its datum; set rows=\"\" if it is a list of data,");
        }
    }

    @Override
    public long position() {
        return input.position();
    }

    @Override
    public void passBroken(DecodeException failure) throws DecodeException {
        var outermost = level;
        while (outermost != null && outermost.outer() != null) {
            outermost = outermost.outer();
        }
        if (!(outermost instanceof AvroList list)) {
            throw failure;
        }
        list.passBroken(failure);
        level = list;
    }

    private static final class KeptAvro implements Kept {

        private final AvroInput input;
        private final AvroType type;
        private final int from;
        private int to;

        KeptAvro(AvroInput input, AvroType type) {
            this.input = input;
            this.type = type;
            this.from = input.at();
        }

        @Override
        public void end() {
            to = input.at();
        }

        @Override
        public Structure structure() {
            return new Structure(input.bytes(), from, to, this::text);
        }

        private String text() {
            try {
                return DocumentText.of(again());
            } catch (DecodeException e) {
                throw new IllegalStateException("A value that was read can't be read again", e);
            }
        }

        @Override
        public Document again() throws DecodeException {
            return new AvroDocument(input.again(from, to), type);
        }
    }
}
