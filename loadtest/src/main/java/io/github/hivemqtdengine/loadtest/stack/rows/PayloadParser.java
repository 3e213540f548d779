// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

/** Reader of the stamps of payloads as clients sent them. */
@FunctionalInterface
public interface PayloadParser {

    /** Returns the message of a payload; {@link StoredMessage#UNKNOWN} if it has no stamp. */
    StoredMessage message(byte[] payload);
}
