package io.github.hivemqtdengine.loadtest.scenario;

/**
 * A value and where it stands.
 *
 * @param key the key, without {@code x.smoke.}
 * @param value stripped
 * @param source the file's name, or {@code command line}
 * @param line from 1; 0 if there is none
 * @param spelling the key or option as it stands there
 */
record Setting(String key, String value, String source, int line, String spelling) {

    static final String COMMAND_LINE = "command line";

    static Setting ofCommandLine(String key, String value, String spelling) {
        return new Setting(key, value.strip(), COMMAND_LINE, 0, spelling);
    }

    Problem problem(String rule, String suggestion) {
        var shown = key.equals(ScenarioKey.PASSWORD.word()) ? "..." : value;
        return new Problem(source, line, spelling, shown, rule, suggestion);
    }
}
