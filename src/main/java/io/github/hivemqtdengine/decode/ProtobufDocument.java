package io.github.hivemqtdengine.decode;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A value of a Protobuf payload, which is checked already, but for the messages of a list. */
final class ProtobufDocument implements Document {

    private final ProtobufValue whole;
    private final Deque<ProtobufParts> open = new ArrayDeque<>();
    private boolean isWholeKept;

    /** Where the document stands, {@code null} if nobody has looked at it. */
    private @Nullable ProtobufValue value;

    ProtobufDocument(ProtobufValue whole) {
        this.whole = whole;
        this.value = whole;
    }

    private ProtobufValue value() throws DecodeException {
        if (value == null) {
            value = open.isEmpty() ? whole : open.element().value();
        }
        return value;
    }

    @Override
    public Kind kind() throws DecodeException {
        return value().kind();
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return value().scalar();
    }

    @Override
    public void skip() throws DecodeException {
        if (value instanceof ProtobufList list) {
            var messages = list.parts();
            while (messages.next()) {
                // which checks it
            }
        }
    }

    @Override
    public void enter() throws DecodeException {
        open.push(value().parts());
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        return goesOn() ? open.element().name() : null;
    }

    @Override
    public boolean nextElement() throws DecodeException {
        return goesOn();
    }

    private boolean goesOn() throws DecodeException {
        value = null;
        boolean isThere = open.element().next();
        if (!isThere) {
            open.pop();
        }
        return isThere;
    }

    @Override
    public void passBroken(DecodeException failure) throws DecodeException {
        if (isWholeKept || !(open.peek() instanceof ProtobufList.Messages)) {
            throw failure;
        }
    }

    @Override
    public Kept keep() throws DecodeException {
        isWholeKept |= open.isEmpty();
        return new KeptValue(value());
    }

    private record KeptValue(ProtobufValue value) implements Kept {

        @Override
        public void end() {
            // it knows where it ends
        }

        @Override
        public Structure structure() throws DecodeException {
            return value.structure(this::text);
        }

        private String text() {
            try {
                return DocumentText.of(again());
            } catch (DecodeException e) {
                throw new IllegalStateException(e); // it is checked
            }
        }

        @Override
        public Document again() {
            return new ProtobufDocument(value);
        }
    }

    @Override
    public void end() {
        // a payload ends where its message does
    }

    @Override
    public long position() {
        return value == null ? -1 : value.position();
    }
}
