package io.github.hivemqtdengine.decode;

/** Handler of records that can't be decoded in a payload whose other records can. */
@FunctionalInterface
public interface BrokenRecords {

    /** Handler that rejects the payload on the first broken record. */
    BrokenRecords REFUSED = (index, failure) -> {
        throw failure;
    };

    /**
     * Accepts that a broken record is left out.
     *
     * @param index index of the record, from 0
     * @throws DecodeException the failure, if the whole payload is rejected
     */
    void leaveOut(int index, DecodeException failure) throws DecodeException;
}
