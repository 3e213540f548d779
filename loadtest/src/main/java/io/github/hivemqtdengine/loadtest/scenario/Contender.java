// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/**
 * Participant in alternating rounds: a mode, or a variant of the scenario. A variant runs in {@link Mode#EXTENSION}
 * with some keys of its own.
 *
 * @param word word of the mode, or name of the variant, which differs from all modes' words
 */
public record Contender(@JsonValue String word) {

    /** Creates a contender from a word of a scenario file, the command line or JSON. */
    @JsonCreator
    public Contender {}

    public static Contender of(Mode mode) {
        return new Contender(mode.word());
    }

    /** Returns the mode; {@link Mode#EXTENSION} for a variant. */
    public Mode mode() {
        return plainMode().orElse(Mode.EXTENSION);
    }

    /** Returns whether this is a variant, with keys of its own. */
    public boolean isVariant() {
        return plainMode().isEmpty();
    }

    /** Returns the name shown in reports. */
    public String title() {
        return plainMode().map(Mode::title).orElse(word);
    }

    private Optional<Mode> plainMode() {
        return Arrays.stream(Mode.values())
                .filter(mode -> mode.word().equals(word))
                .findFirst();
    }
}
