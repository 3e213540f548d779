// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * One hostile input.
 *
 * @param text the input for the message of a failure
 * @param bytes its size, with everything that it may unpack to
 * @param trial the action on it
 */
public record HostileInput(Supplier<String> text, long bytes, Trial trial) {

    private static final int LONGEST_TEXT = 4_000;

    /** Action on an input. */
    @FunctionalInterface
    public interface Trial {
        /**
         * Gives the input to the code under test; any exception is a defect.
         *
         * @return whether the input is accepted
         */
        boolean isAccepted() throws Exception;
    }

    public static HostileInput of(byte[] bytes, Trial trial) {
        return new HostileInput(() -> "0x" + HexFormat.of().formatHex(bytes), bytes.length, trial);
    }

    public static HostileInput of(String text, Trial trial) {
        return new HostileInput(() -> text, text.getBytes(StandardCharsets.UTF_8).length, trial);
    }

    @Override
    public String toString() {
        var all = text.get();
        return all.length() <= LONGEST_TEXT ? all : all.substring(0, LONGEST_TEXT) + "...";
    }
}
