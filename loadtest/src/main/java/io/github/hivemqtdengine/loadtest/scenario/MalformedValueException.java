package io.github.hivemqtdengine.loadtest.scenario;

/** Invalid value. The caller adds its location. */
public final class MalformedValueException extends RuntimeException {

    private final String suggestion;

    /** @param rule the expected syntax, like {@code must be true or false} */
    MalformedValueException(String rule) {
        this(rule, "");
    }

    MalformedValueException(String rule, String suggestion) {
        super(rule, null, false, false);
        this.suggestion = suggestion;
    }

    String rule() {
        return String.valueOf(getMessage());
    }

    String suggestion() {
        return suggestion;
    }
}
