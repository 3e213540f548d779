package io.github.hivemqtdengine.decode;

import java.util.List;

/** What payloads are. Immutable; equal formats read alike. */
public interface PayloadFormat {

    /**
     * A decoder for what one route asks for.
     *
     * @param shape where the records are
     * @throws IllegalArgumentException with a sentence for the user if payloads of this format don't have such fields
     */
    Decoder decoder(List<FieldPath> fields, RecordShape shape);

    /** Whether payloads have fields that pointers lead to. */
    boolean hasFields();

    /** Whether payloads are lists of records, even where the shape names no rows. */
    default boolean isList() {
        return false;
    }

    /** Where the records are, if the mapping says this: in a list without a pointer to rows, its elements are. */
    default RecordShape shape(RecordShape said) {
        return isList() ? said.ofList() : said;
    }
}
