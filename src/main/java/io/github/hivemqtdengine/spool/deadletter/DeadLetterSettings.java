// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

/**
 * Size limits of the dead letters.
 *
 * @param fileBytes the size at which a new file is begun, bytes; a larger letter has a file of its own
 * @param maxBytes the limit of all files together, bytes
 */
public record DeadLetterSettings(long fileBytes, long maxBytes) {

    private static final long MIB = 1_024 * 1_024;

    public static final DeadLetterSettings DEFAULT = DeadLetterSettings.of(1_024 * MIB);

    /** Returns the default settings for this limit, bytes. */
    public static DeadLetterSettings of(long maxBytes) {
        return new DeadLetterSettings(Math.min(64 * MIB, maxBytes), maxBytes);
    }
}
