// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.mqttloader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Problem;
import io.github.hivemqtdengine.loadtest.scenario.reader.Setting;
import io.github.hivemqtdengine.loadtest.scenario.syntax.NearestWord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parsed command line of mqttloader 0.7. */
final class MqttloaderCommandLine {

    private static final Pattern MILLIS = Pattern.compile("\\d{1,7}");

    private final Map<MqttloaderOption, Setting> options = new EnumMap<>(MqttloaderOption.class);
    private final List<Problem> problems = new ArrayList<>();

    MqttloaderCommandLine(List<String> arguments) {
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            read(rest.next(), rest);
        }
    }

    private void read(String argument, Iterator<String> rest) {
        var parts = argument.split("=", 2);
        var option = MqttloaderOption.of(parts[0]);
        if (option.isEmpty()) {
            problems.add(Setting.ofCommandLine("", argument, "option")
                    .problem(
                            "is none of mqttloader's", NearestWord.suggestion(parts[0], MqttloaderOption.spellings())));
            return;
        }
        var value = parts.length > 1 ? parts[1] : null;
        if (value == null && option.get().hasValue() && rest.hasNext()) {
            value = rest.next();
        }
        add(option.get(), parts[0], value);
    }

    private void add(MqttloaderOption option, String spelling, @Nullable String value) {
        var setting = Setting.ofCommandLine(option.key().word(), value == null ? "true" : value, spelling);
        if (option.hasValue() && value == null) {
            problems.add(new Problem(Setting.COMMAND_LINE, 0, spelling, "", "needs a value", ""));
        } else if (!option.hasValue() && value != null) {
            problems.add(setting.problem("has a value, but needs none", ""));
        } else {
            options.putIfAbsent(option, option == MqttloaderOption.INTERVAL ? inMicros(setting) : setting);
        }
    }

    private static Setting inMicros(Setting interval) {
        return MILLIS.matcher(interval.value()).matches()
                ? Setting.ofCommandLine(interval.key(), interval.value() + "000", interval.spelling())
                : interval; // reported by the reader of the key
    }

    /** Returns the options as settings with the keys of 0.8. */
    List<Setting> settings() throws InvalidScenarioException {
        if (!problems.isEmpty()) {
            throw new InvalidScenarioException(problems);
        }
        var settings = new EnumMap<>(options);
        if (settings.remove(MqttloaderOption.IN_MEMORY) == null) {
            var key = ScenarioKey.OUTPUT.word();
            settings.put(MqttloaderOption.IN_MEMORY, Setting.ofCommandLine(key, ".", key));
        }
        return List.copyOf(settings.values());
    }
}
