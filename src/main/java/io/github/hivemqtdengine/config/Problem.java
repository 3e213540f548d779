package io.github.hivemqtdengine.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param place the file and the line
 * @param element the path of the element or attribute, for example {@code routes/route/table/column@type}
 * @param value the offending value as the file has it, before references are replaced; empty where there is none or
 *     where it may be a secret
 * @param rule what is expected and what to do; completes a sentence that begins with the value or the element
 */
public record Problem(Place place, String element, String value, String rule) {

    /** The line, from 1. */
    public int line() {
        return place.line();
    }

    /** The problem as a sentence for the log. */
    @Override
    public String toString() {
        var shown = value.isEmpty() ? "" : "\"" + value + "\" ";
        return place + " <" + element + "> " + shown + rule;
    }
}
