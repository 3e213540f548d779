// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import java.util.List;
import java.util.UUID;

/** Port to the schemas of a schema registry. Thread-safe. An implementation may wait, but only for a limited time. */
public interface SchemaLookup {

    /**
     * Returns a parsed schema.
     *
     * @throws DecodeException with {@link DecodeException.Fault#UNKNOWN_SCHEMA} if the schema is not available now
     */
    <T> T find(SchemaId id, Parser<T> parser) throws DecodeException;

    /** Types of schemas, named as registries name them. */
    enum SchemaType {
        AVRO,
        PROTOBUF
    }

    /** Parser of the schemas of one type. Its results may be cached under the parser itself. */
    interface Parser<T> {

        SchemaType type();

        /**
         * Parses a schema of this type.
         *
         * @throws IllegalArgumentException if it can't be used; the message is a predicate about the schema
         */
        T parse(RegisteredSchema schema);
    }

    /**
     * Schema with the schemas that it refers to.
     *
     * @param type its type as the registry names it
     * @param text Avro's JSON; for Protobuf the Base64 of a {@code FileDescriptorProto}
     * @param references every schema that it needs, each after those that it needs itself
     */
    record RegisteredSchema(String type, String text, List<Reference> references) {

        public RegisteredSchema {
            references = List.copyOf(references);
        }

        /** Returns the characters of all texts. */
        public long size() {
            return text.length()
                    + references.stream()
                            .mapToLong(other -> other.text().length())
                            .sum();
        }
    }

    /**
     * Schema that another one refers to.
     *
     * @param name name by which it is referred to: the path of an imported file for Protobuf
     * @param text as that of the referring schema
     */
    record Reference(String name, String text) {}

    /**
     * Identifier of a schema in a schema registry: a number of 32 bits or a GUID.
     *
     * @param isGuid whether it is a GUID; otherwise {@code least} is the number
     * @param most first 64 bits of the GUID
     * @param least last 64 bits of the GUID, or the number
     */
    record SchemaId(boolean isGuid, long most, long least) {

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
}
