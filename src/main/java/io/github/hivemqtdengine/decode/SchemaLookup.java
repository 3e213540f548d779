// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import java.util.List;

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
}
