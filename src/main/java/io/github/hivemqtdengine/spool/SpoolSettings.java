package io.github.hivemqtdengine.spool;

/**
 * How much room the spool may take.
 *
 * @param maxBytes the size at which it takes no more, all lanes together
 * @param minFreeBytes how much of the disk it leaves free
 * @param segmentBytes the size at which a lane's log goes on in another file
 */
public record SpoolSettings(long maxBytes, long minFreeBytes, int segmentBytes) {

    private static final long MIB = 1_024 * 1_024;

    public static final SpoolSettings DEFAULT = new SpoolSettings(4_096 * MIB, 512 * MIB, (int) (16 * MIB));
}
