package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.protobuf.ProtobufValue.Part;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Document of a Protobuf message that has been checked. Nested messages are parsed when they are entered. */
final class ProtobufDocument implements Document {

    private final Deque<Iterator<Part>> open = new ArrayDeque<>();
    private final int position;
    private @Nullable Part part;

    /** Current value, {@code null} until it is read. */
    private @Nullable ProtobufValue value;

    /** @param position position of the message's first byte */
    ProtobufDocument(ProtobufValue value, int position) {
        this.value = value;
        this.position = position;
    }

    private ProtobufValue value() throws DecodeException {
        if (value == null) {
            value = Objects.requireNonNull(part, "next comes first").value().read();
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
    public void skip() {
        // the message has been checked
    }

    @Override
    public void enter() throws DecodeException {
        open.push(value().parts().read());
    }

    @Override
    public @Nullable String nextField() {
        return nextElement() && part != null ? part.name() : null;
    }

    @Override
    public boolean nextElement() {
        value = null;
        part = open.element().hasNext() ? open.element().next() : null;
        if (part == null) {
            open.pop();
        }
        return part != null;
    }

    @Override
    public Kept keep() throws DecodeException {
        var kept = value();
        return new KeptValue(kept.encoded(), () -> new ProtobufDocument(kept, position));
    }

    @Override
    public void end() {
        // a payload ends where its message does
    }

    /** Returns the position of the message's first byte, because protobuf-java reports no position of a value. */
    @Override
    public long position() {
        return position;
    }

    /**
     * Kept value that can be read again.
     *
     * @param encoded source of its encoding
     * @param document source of documents positioned at it
     */
    record KeptValue(Supplier<ByteString> encoded, Supplier<Document> document) implements Kept {

        @Override
        public Structure structure() {
            var bytes = encoded.get().toByteArray();
            return new Structure(bytes, 0, bytes.length, this);
        }

        @Override
        public Document again() {
            return document.get();
        }
    }
}
