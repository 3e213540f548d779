// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.NearestWord;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Syntax;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parsed command line of mqttloader 0.7, whose options are in the resource {@code options.txt}. */
final class MqttloaderCommandLine {

    private static final List<Option> OPTIONS = ScenarioKey.table("options.txt")
            .map(row -> new Option(List.of(row.get(0).split(", ", -1)), row.get(1)))
            .toList();

    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    MqttloaderCommandLine(List<String> arguments) {
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            read(rest.next(), rest);
        }
    }

    /**
     * Option, and the key that replaced it in 0.8.
     *
     * @param spellings letters and word, each with its hyphens; users may write one or two
     */
    private record Option(List<String> spellings, String key) {

        boolean isWritten(String text) {
            return text.startsWith("-")
                    && spellings.stream()
                            .anyMatch(spelling -> withoutHyphens(spelling).equals(withoutHyphens(text)));
        }

        private static String withoutHyphens(String text) {
            return text.replaceFirst("^--?", "");
        }

        /** Returns whether it suppresses the record file that 0.7 writes by default. */
        boolean isInMemory() {
            return key.equals("output");
        }

        boolean hasValue() {
            return !isInMemory() && ScenarioKey.of(key).orElseThrow().syntax() != Syntax.FLAG;
        }

        /** Returns whether it has milliseconds; the key has microseconds. */
        boolean hasMillis() {
            return key.equals("interval");
        }

        String help() {
            var unit = hasMillis() ? ", in milliseconds" : "";
            return String.format("  %-18s %s%s", String.join(", ", spellings), key, unit);
        }
    }

    /** Returns a line of help for each option. */
    static List<String> help() {
        return OPTIONS.stream().map(Option::help).toList();
    }

    private void read(String argument, Iterator<String> rest) {
        var parts = argument.split("=", 2);
        var option = OPTIONS.stream().filter(each -> each.isWritten(parts[0])).findFirst();
        if (option.isEmpty()) {
            var spellings =
                    OPTIONS.stream().flatMap(each -> each.spellings.stream()).toList();
            problems.add(Setting.ofCommandLine("", argument, "option")
                    .problem("is none of mqttloader's", NearestWord.suggestion(parts[0], spellings)));
            return;
        }
        var value = parts.length > 1 ? parts[1] : null;
        if (value == null && option.get().hasValue() && rest.hasNext()) {
            value = rest.next();
        }
        add(option.get(), parts[0], value);
    }

    private void add(Option option, String spelling, @Nullable String value) {
        var setting = Setting.ofCommandLine(option.key, value == null ? "true" : value, spelling);
        if (option.hasValue() && value == null) {
            problems.add(new Problem(Setting.COMMAND_LINE, 0, spelling, "", "needs a value", ""));
        } else if (!option.hasValue() && value != null) {
            problems.add(setting.problem("has a value, but needs none", ""));
        } else {
            settings.putIfAbsent(option.key, option.hasMillis() ? inMicros(setting) : setting);
        }
    }

    private static Setting inMicros(Setting interval) {
        return interval.value().matches("\\d{1,7}")
                ? Setting.ofCommandLine(interval.key(), interval.value() + "000", interval.spelling())
                : interval; // reported by the reader of the key
    }

    /** Returns the options as settings with the keys of 0.8. */
    List<Setting> settings() throws InvalidScenarioException {
        if (!problems.isEmpty()) {
            throw new InvalidScenarioException(problems);
        }
        if (settings.remove("output") == null) {
            settings.put("output", Setting.ofCommandLine("output", ".", "output"));
        }
        return List.copyOf(settings.values());
    }
}
