package io.github.hivemqtdengine.decode;

/** Says what becomes of a record that can't be read, where the others of its payload can. */
@FunctionalInterface
public interface BrokenRecords {

    /** No record may be broken. */
    BrokenRecords REFUSED = (index, failure) -> {
        throw failure;
    };

    /**
     * Leaves out a record.
     *
     * @param index the record, from 0
     * @throws DecodeException the failure, if the payload is refused as a whole
     */
    void leaveOut(int index, DecodeException failure) throws DecodeException;
}
