package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A payload of a binary format that says in front of each value what it is. */
final class BinaryDocument implements Document {

    private final byte[] payload;
    private final BinaryInput input;
    private final BinaryItems items;
    private final Function<BinaryInput, BinaryItems> format;
    private final OpenContainers open = new OpenContainers();

    private BinaryDocument(byte[] payload, int from, int to, Function<BinaryInput, BinaryItems> format) {
        this.payload = payload;
        this.input = new BinaryInput(payload, from, to);
        this.items = format.apply(input);
        this.format = format;
    }

    /** @param format how the payload is written */
    static Document open(byte[] payload, Function<BinaryInput, BinaryItems> format) throws DecodeException {
        if (payload.length == 0) {
            throw new DecodeException(Fault.TRUNCATED, "The payload is empty", 0);
        }
        return new BinaryDocument(payload, 0, payload.length, format);
    }

    @Override
    public Kind kind() throws DecodeException {
        return items.kind();
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return items.scalar();
    }

    @Override
    public void skip() throws DecodeException {
        int outer = open.depth();
        enterOrSkip();
        while (open.depth() > outer) {
            boolean isInObject = open.isInObject();
            if (takeEntry()) {
                if (isInObject) {
                    requireName();
                    items.skipScalar();
                }
                enterOrSkip();
            }
        }
    }

    private void enterOrSkip() throws DecodeException {
        if (kind() == Kind.SCALAR) {
            items.skipScalar();
        } else {
            enter();
        }
    }

    @Override
    public void enter() throws DecodeException {
        int position = input.position();
        boolean isObject = kind() == Kind.OBJECT;
        open.enter(isObject, items.enter(), position);
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        if (!takeEntry()) {
            return null;
        }
        requireName();
        return FieldNames.of(items.scalar());
    }

    @Override
    public boolean nextElement() throws DecodeException {
        return takeEntry();
    }

    /** Leaves the innermost object or array if there is no entry left. */
    private boolean takeEntry() throws DecodeException {
        boolean taken = open.isUncounted() ? !items.passBreak() : open.takeEntry();
        if (!taken) {
            open.leave();
        }
        return taken;
    }

    private void requireName() throws DecodeException {
        if (kind() != Kind.SCALAR) {
            throw new DecodeException(
                    Fault.UNSUPPORTED, "The payload has a field whose name is an object or array", position());
        }
    }

    @Override
    public void end() throws DecodeException {
        if (!input.isAtEnd()) {
            throw new DecodeException(Fault.MALFORMED, "The payload has something behind its value", position());
        }
    }

    @Override
    public long position() {
        return input.position();
    }

    @Override
    public Kept keep() {
        return new KeptItem(input.position());
    }

    private final class KeptItem implements Kept {

        private final int from;
        private int to;

        KeptItem(int from) {
            this.from = from;
        }

        @Override
        public void end() {
            to = input.position();
        }

        @Override
        public Structure structure() {
            return new Structure(payload, from, to, this::text);
        }

        private String text() {
            try {
                return DocumentText.of(again());
            } catch (DecodeException e) {
                throw new IllegalStateException("A value that was passed can be read", e);
            }
        }

        @Override
        public Document again() {
            return new BinaryDocument(payload, from, to, format);
        }
    }
}
