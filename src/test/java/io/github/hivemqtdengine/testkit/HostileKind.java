// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

/** Kinds of hostile input, and the share that each has of {@code -Dfuzz.inputs}. */
public enum HostileKind {
    JSON(145),
    CBOR(80),
    MSGPACK(80),
    /** Datums in three shapes, single objects, the registry's framing, and containers with two codecs. */
    AVRO(140),
    PROTOBUF(80),
    SPARKPLUG(40),
    CSV(40),
    NDJSON(40),
    LINE_PROTOCOL(30),
    LAYOUT(30),
    RAW(30),
    AUTO(40),
    COMPRESSED(70),
    /** Topics, client ids, user names and user properties together with payloads of all formats. */
    MESSAGE(60),
    EXPRESSION(60),
    STATEMENT(20),
    TOPIC_FILTER(10),
    CONFIGURATION(5);

    static final int WHOLE = 1_000;

    private final int share;

    HostileKind(int share) {
        this.share = share;
    }

    /** Returns the number of inputs of this kind, at least one, for a test that is one of several with the same share. */
    int count(long inputs, int tests) {
        return Math.toIntExact(Math.max(1, inputs * share / WHOLE / tests));
    }

    int share() {
        return share;
    }
}
