// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import java.util.List;
import java.util.function.Function;

/** Format of payloads. Immutable; equal formats decode alike. */
public interface PayloadFormat {

    /**
     * Creates a decoder for the fields that one route needs.
     *
     * @param shape location of the records
     * @throws IllegalArgumentException if this format has no such fields; the message is for the operator
     */
    Decoder decoder(List<FieldPath> fields, RecordShape shape);

    /** Returns whether payloads have fields that pointers can address. */
    boolean hasFields();

    /** Returns whether payloads are lists of records, even if the shape names no rows. */
    default boolean isList() {
        return false;
    }

    /**
     * Returns whether the type of a number is that of its field in all payloads: a {@link Long} is an integer, a
     * {@link java.math.BigInteger} an unsigned integer of 64 bits, and any other number a floating-point number.
     */
    default boolean hasTypedNumbers() {
        return false;
    }

    /** Returns whether a message may have no bytes, and is no mere sign such as the end of a retained message. */
    default boolean mayBeEmpty() {
        return false;
    }

    /** Returns whether a payload affects how later ones are read, so that each has to be decoded. */
    default boolean isStateful() {
        return false;
    }

    /** Returns whether publishers name the fields, so that a mapping may not know some of them. */
    default boolean hasPublishersNames() {
        return hasFields() && !isStateful();
    }

    /** Returns the effective shape; the records of a list without a pointer to rows are its elements. */
    default RecordShape shape(RecordShape said) {
        return isList() ? said.ofList() : said;
    }

    /**
     * Returns the format with access to the schema registries that it names; without it, only configured schemas are
     * known.
     *
     * @param registries lookup of a registry's schemas by the registry's id
     */
    default PayloadFormat with(Function<String, SchemaLookup> registries) {
        return this;
    }
}
