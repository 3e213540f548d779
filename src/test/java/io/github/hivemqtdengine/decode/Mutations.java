// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Gives a decoder changed copies of good payloads. The decoder must return records or a coded error. Its memory use is
 * limited per byte of payload.
 */
public final class Mutations {

    /** Buffers and error messages, independent of the payload. */
    static final long FIXED = 128 << 10;

    /**
     * A byte may be a record: an array of the values, a map of scalars, and the text of each. Each payload is read twice,
     * with and without broken records.
     */
    static final long PER_BYTE = 2_000;

    /** Values that take no bytes in Avro, such as nulls in an array, are limited to 100,000 in a payload. */
    private static final long FIXED_OF_AVRO = 16 << 20;

    /** An empty message is one byte of a list, and its text has all fields of its type. */
    private static final long PER_BYTE_OF_PROTOBUF = 8_000;

    /** A broken line of two bytes costs up to 6.5 KB: a parser, and Jackson's exception with its stack trace. */
    static final long PER_BYTE_OF_NDJSON = 4_000;

    private final HostileKind kind;
    private final int tests;
    private final HostileBytes payloads;

    /**
     * @param tests the number of calls of {@link #tryOn} that share the inputs of the kind
     * @param samples good payloads, none larger than some KiB
     */
    public Mutations(HostileKind kind, int tests, List<byte[]> samples) {
        this.kind = kind;
        this.tests = tests;
        this.payloads = new HostileBytes(samples);
    }

    /** Tries a decoder; some of the payloads must still be good, and some must not. */
    public void tryOn(Decoder decoder) {
        long fixed = kind == HostileKind.AVRO ? FIXED_OF_AVRO : FIXED;
        long perByte = switch (kind) {
            case PROTOBUF -> PER_BYTE_OF_PROTOBUF;
            case NDJSON -> PER_BYTE_OF_NDJSON;
            default -> PER_BYTE;
        };
        new FuzzRun(kind, tests, fixed, perByte).tryAll(random -> {
            var payload = next(random);
            return HostileInput.of(payload, () -> {
                isRead(decoder, Payload.of(payload), (record, failure) -> {});
                return isRead(decoder, Payload.of(payload), BrokenRecords.REFUSED);
            });
        });
    }

    /** Reads all that a decoder gives, and returns whether the payload is of the format and has a value. */
    static boolean isRead(Decoder decoder, Payload payload, BrokenRecords broken) {
        boolean isGood = false;
        try {
            for (var record : decoder.decode(payload, broken)) {
                for (var value : record) {
                    isGood |= !String.valueOf(value).isEmpty(); // structures make their text now
                }
            }
        } catch (DecodeException e) {
            assertThat(e.fault()).isNotNull();
            assertThat(e.position()).isBetween(-1L, (long) payload.bytes().length);
            return false;
        }
        return isGood;
    }

    byte[] next(SplittableRandom random) {
        return payloads.next(random);
    }
}
