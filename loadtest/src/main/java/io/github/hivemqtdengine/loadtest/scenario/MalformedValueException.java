package io.github.hivemqtdengine.loadtest.scenario;

/** A value is not as it must be; whoever has asked for it knows where it stands. */
public final class MalformedValueException extends RuntimeException {

    private final String suggestion;

    /** @param rule what is expected, like {@code must be true or false} */
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
