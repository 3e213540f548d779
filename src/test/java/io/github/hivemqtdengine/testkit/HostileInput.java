package io.github.hivemqtdengine.testkit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * One hostile input.
 *
 * @param text the input for the message of a failure
 * @param bytes its size, with all that it may unpack
 * @param trial what is done with it
 */
public record HostileInput(Supplier<String> text, long bytes, Trial trial) {

    private static final int LONGEST_TEXT = 4_000;

    /** What is done with an input. */
    @FunctionalInterface
    public interface Trial {
        /**
         * Gives the input to the code under test; whatever it throws is a defect.
         *
         * @return whether the input is accepted
         */
        boolean isAccepted() throws Exception;
    }

    /** Bytes. */
    public static HostileInput of(byte[] bytes, Trial trial) {
        return new HostileInput(() -> "0x" + HexFormat.of().formatHex(bytes), bytes.length, trial);
    }

    /** A text. */
    public static HostileInput of(String text, Trial trial) {
        return new HostileInput(() -> text, text.getBytes(StandardCharsets.UTF_8).length, trial);
    }

    @Override
    public String toString() {
        var all = text.get();
        return all.length() <= LONGEST_TEXT ? all : all.substring(0, LONGEST_TEXT) + "...";
    }
}
