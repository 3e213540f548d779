package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Something that is wrong with a scenario.
 *
 * @param source the file's name, or {@code command line}
 * @param line the line in the file, from 1; 0 if there is none
 * @param key the key or option, as it stands there
 * @param value the offending value
 * @param rule what is expected, like {@code must be true or false}
 * @param suggestion what may have been meant, empty if nothing comes to mind
 */
public record Problem(String source, int line, String key, String value, String rule, String suggestion) {

    /** All of it in one line. */
    public String sentence() {
        var place = line == 0 ? source : source + ":" + line;
        var end = suggestion.isEmpty() ? "" : "; " + suggestion;
        return place + " " + key + " \"" + value + "\" " + rule + end;
    }
}
