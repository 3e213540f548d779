package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;

/** Document that is read from the first byte to the last. A kept value is a range of its bytes. */
public abstract class ByteDocument implements Document {

    protected final byte[] payload;

    protected ByteDocument(byte[] payload) {
        this.payload = payload;
    }

    /** Returns the index after the value that was just read or skipped. */
    protected abstract int afterValue() throws DecodeException;

    /** Opens a range of the payload as a separate document. */
    protected abstract Document part(int from, int to) throws DecodeException;

    /** Returns whether the bytes are JSON. */
    protected boolean isJson() {
        return false;
    }

    @Override
    public final Kept keep() {
        return new KeptBytes((int) position());
    }

    private final class KeptBytes implements Kept {

        private final int from;
        private int to;

        KeptBytes(int from) {
            this.from = from;
        }

        @Override
        public void end() throws DecodeException {
            to = afterValue();
        }

        @Override
        public Structure structure() {
            return new Structure(payload, from, to, isJson() ? null : this);
        }

        @Override
        public Document again() throws DecodeException {
            return part(from, to);
        }
    }
}
