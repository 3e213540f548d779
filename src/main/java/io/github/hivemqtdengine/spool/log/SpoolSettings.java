// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

/**
 * Size limits of the spool.
 *
 * @param maxBytes the limit of all lanes together, bytes
 * @param minFreeBytes the space of the disk that is left free, bytes
 * @param segmentBytes the size at which a lane's log starts another segment, bytes
 */
public record SpoolSettings(long maxBytes, long minFreeBytes, int segmentBytes) {

    private static final long MIB = 1_024 * 1_024;

    public static final SpoolSettings DEFAULT = new SpoolSettings(4_096 * MIB, 512 * MIB, (int) (16 * MIB));
}
