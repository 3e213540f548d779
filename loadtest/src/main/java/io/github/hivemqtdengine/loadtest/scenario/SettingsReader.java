package io.github.hivemqtdengine.loadtest.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes the settings that count out of those of a file and a {@link Variation} of it. */
final class SettingsReader {

    private static final String SMOKE = "x.smoke.";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    private static final Map<ScenarioKey, String> SMOKE_DEFAULTS = Map.of(
            ScenarioKey.ROUNDS, "1",
            ScenarioKey.WARM_UP, "0",
            ScenarioKey.SUBSCRIBER_TIMEOUT, "1");
    private static final List<String> WORDS =
            Arrays.stream(ScenarioKey.values()).map(ScenarioKey::word).toList();

    private final List<Problem> problems = new ArrayList<>();
    private final Settings settings = new Settings(problems);
    private final Map<String, Setting> written = new LinkedHashMap<>();
    private final Map<String, Setting> smoke = new LinkedHashMap<>();
    private final Map<String, Setting> effective = new LinkedHashMap<>();

    /** @param entries of the file or command line, in their order */
    SettingsReader(List<Setting> entries, Variation variation) {
        entries.forEach(this::sort);
        effective.putAll(written);
        if (variation.smoke()) {
            SMOKE_DEFAULTS.forEach(
                    (key, value) -> effective.put(key.word(), Setting.ofCommandLine(key.word(), value, "--smoke")));
            effective.putAll(smoke);
        }
        variation.overrides().forEach(this::override);
        effective.values().removeIf(setting -> setting.value().isEmpty());
        effective.values().forEach(this::put);
    }

    private void sort(Setting setting) {
        boolean isSmoke = setting.key().startsWith(SMOKE);
        var key = isSmoke ? setting.key().substring(SMOKE.length()) : setting.key();
        var named = new Setting(key, setting.value(), setting.source(), setting.line(), setting.spelling());
        if (isKnown(named)) {
            var former = (isSmoke ? smoke : written).putIfAbsent(key, named);
            if (former != null) {
                problems.add(named.problem("is there twice, first in line " + former.line(), ""));
            }
        }
    }

    private void override(String key, String value) {
        var setting = Setting.ofCommandLine(key, value, key);
        if (isKnown(setting)) {
            effective.put(key, setting);
        }
    }

    private boolean isKnown(Setting setting) {
        if (key(setting.key()).isPresent()) {
            return true;
        }
        problems.add(setting.problem("has a key that there is not", NearestWord.suggestion(setting.key(), WORDS)));
        return false;
    }

    private void put(Setting setting) {
        var key = key(setting.key()).orElseThrow();
        if (key.isNumbered()) {
            var number = setting.key().substring(key.prefix().length());
            settings.put(key, Integer.parseInt(number), setting);
        } else {
            settings.put(key, setting);
        }
    }

    private static Optional<ScenarioKey> key(String word) {
        return Arrays.stream(ScenarioKey.values())
                .filter(key -> key.isNumbered()
                        ? word.startsWith(key.prefix())
                                && NUMBER.matcher(word.substring(key.prefix().length()))
                                        .matches()
                        : key.word().equals(word))
                .findFirst();
    }

    Settings settings() {
        return settings;
    }

    /** Keys and values that count, for a report. */
    Map<String, String> shown() {
        var shown = new LinkedHashMap<String, String>();
        effective.forEach(
                (key, setting) -> shown.put(key, key.equals(ScenarioKey.PASSWORD.word()) ? "***" : setting.value()));
        return shown;
    }
}
