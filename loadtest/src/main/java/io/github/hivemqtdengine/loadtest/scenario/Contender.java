package io.github.hivemqtdengine.loadtest.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/**
 * One of those that take turns: a mode, or a variant of the scenario, which is the mode {@link Mode#EXTENSION} with some keys
 * of its own.
 *
 * @param word the mode's word, or the variant's name, which is no mode's word
 */
public record Contender(@JsonValue String word) {

    /** From a word of a scenario file, of the command line or of JSON. */
    @JsonCreator
    public Contender {}

    /** The one that is a mode. */
    public static Contender of(Mode mode) {
        return new Contender(mode.word());
    }

    /** What its broker does. */
    public Mode mode() {
        return plainMode().orElse(Mode.EXTENSION);
    }

    /** Whether it has keys of its own. */
    public boolean isVariant() {
        return plainMode().isEmpty();
    }

    /** Its name in a report. */
    public String title() {
        return plainMode().map(Mode::title).orElse(word);
    }

    private Optional<Mode> plainMode() {
        return Arrays.stream(Mode.values())
                .filter(mode -> mode.word().equals(word))
                .findFirst();
    }
}
