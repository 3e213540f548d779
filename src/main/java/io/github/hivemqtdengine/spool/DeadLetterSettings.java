package io.github.hivemqtdengine.spool;

/**
 * How much room the dead letters may take.
 *
 * @param fileBytes the size at which they go on in another file; a larger letter has a file of its own
 * @param maxBytes the size at which they take no more, all files together
 */
public record DeadLetterSettings(long fileBytes, long maxBytes) {

    private static final long MIB = 1_024 * 1_024;

    public static final DeadLetterSettings DEFAULT = DeadLetterSettings.of(1_024 * MIB);

    /** The default where they may take so much. */
    public static DeadLetterSettings of(long maxBytes) {
        return new DeadLetterSettings(Math.min(64 * MIB, maxBytes), maxBytes);
    }
}
