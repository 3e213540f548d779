// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.ArrayList;
import java.util.List;

/** Bytes between the frame of a schema registry and a message: zigzag varints with a count and the indexes. */
final class MessageIndexes {

    /** Nesting of message types in a frame. */
    private static final int MAX_INDEXES = 100;

    private static final int MAX_VARINT_BITS = 35;

    private final byte[] payload;
    private final List<Integer> indexes = new ArrayList<>();
    private int at;

    /** @param at index of the first byte after the frame */
    MessageIndexes(byte[] payload, int at) throws DecodeException {
        this.payload = payload;
        this.at = at;
        int count = number();
        if (count < 0 || count > MAX_INDEXES) {
            throw malformed("The payload's frame has a wrong number of message indexes");
        }
        for (int i = 0; i < count; i++) {
            indexes.add(number());
        }
    }

    /** Returns the index of the type in its file, and in each type around it. */
    List<Integer> path() {
        return indexes.isEmpty() ? List.of(0) : indexes;
    }

    /** Returns the index of the message's first byte. */
    int end() {
        return at;
    }

    private int number() throws DecodeException {
        long value = 0;
        for (int shift = 0; shift < MAX_VARINT_BITS; shift += Byte.SIZE - 1) {
            if (at == payload.length) {
                throw new DecodeException(
                        Fault.TRUNCATED, "The payload ends within the frame of its schema registry", at);
            }
            byte next = payload[at++];
            value |= (long) (next & Byte.MAX_VALUE) << shift;
            if (next >= 0) {
                return (int) (value >>> 1) ^ -(int) (value & 1);
            }
        }
        throw malformed("The payload's frame has a message index of more than 32 bits");
    }

    private DecodeException malformed(String sentence) {
        return new DecodeException(Fault.MALFORMED, sentence, at);
    }
}
