// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

/** Invalid value. The caller adds its location. */
public final class MalformedValueException extends RuntimeException {

    private final String suggestion;

    /** @param rule the expected syntax, like {@code must be true or false} */
    public MalformedValueException(String rule) {
        this(rule, "");
    }

    public MalformedValueException(String rule, String suggestion) {
        super(rule, null, false, false);
        this.suggestion = suggestion;
    }

    public String rule() {
        return String.valueOf(getMessage());
    }

    public String suggestion() {
        return suggestion;
    }
}
