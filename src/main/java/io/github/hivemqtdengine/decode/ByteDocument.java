package io.github.hivemqtdengine.decode;

/** Document that is read from the first byte to the last. A kept value is a range of its bytes. */
abstract class ByteDocument implements Document {

    final byte[] payload;

    ByteDocument(byte[] payload) {
        this.payload = payload;
    }

    /** Returns the index after the value that was just read or skipped. */
    abstract int afterValue() throws DecodeException;

    /** Opens a range of the payload as a separate document. */
    abstract Document part(int from, int to) throws DecodeException;

    /** Returns whether the bytes are JSON. */
    boolean isJson() {
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
