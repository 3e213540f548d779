// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import java.util.UUID;

/**
 * Identifier of a schema in a schema registry: a number of 32 bits or a GUID.
 *
 * @param isGuid whether it is a GUID; otherwise {@code least} is the number
 * @param most first 64 bits of the GUID
 * @param least last 64 bits of the GUID, or the number
 */
public record SchemaId(boolean isGuid, long most, long least) {

    /** Returns the identifier of a numbered schema, 0 to 2^32 - 1. */
    public static SchemaId of(long number) {
        return new SchemaId(false, 0, number);
    }

    static SchemaId ofGuid(long most, long least) {
        return new SchemaId(true, most, least);
    }

    /** Returns the identifier as a registry writes it. */
    @Override
    public String toString() {
        return isGuid ? new UUID(most, least).toString() : Long.toString(least);
    }
}
