package io.github.hivemqtdengine.decode;

/** What is around the data in a payload. */
public enum AvroFraming {
    /** Nothing: the configuration knows the schema. */
    DATUMS,
    /** Single-object encoding: C3 01 and the fingerprint of the schema. */
    SINGLE_OBJECT,
    /** An object container file: its schema, and blocks of data. */
    CONTAINER,
    /** The frame of schema registries: a zero byte and the number of the schema. */
    REGISTRY
}
