package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.NearestWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Merges the settings of a file with a {@link Variation}. */
final class SettingsReader {

    private static final String SMOKE = "x.smoke.";
    private static final Pattern OF_VARIANT = Pattern.compile("x\\.variant\\.([a-z0-9][a-z0-9-]*)\\.(.+)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    private static final Map<ScenarioKey, String> SMOKE_DEFAULTS = Map.of(
            ScenarioKey.ROUNDS, "1",
            ScenarioKey.WARM_UP, "0",
            ScenarioKey.SUBSCRIBER_TIMEOUT, "1");
    /** Keys common to all variants. */
    private static final Set<ScenarioKey> OF_ALL = EnumSet.of(
            ScenarioKey.TITLE,
            ScenarioKey.ORDER,
            ScenarioKey.MODES,
            ScenarioKey.ROUNDS,
            ScenarioKey.WARM_UP,
            ScenarioKey.FRESH_BROKER,
            ScenarioKey.HEAP,
            ScenarioKey.THRESHOLD,
            ScenarioKey.PUBLISHED);

    private static final List<String> WORDS =
            Arrays.stream(ScenarioKey.values()).map(ScenarioKey::word).toList();

    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Setting> written = new LinkedHashMap<>();
    private final Map<String, Setting> smoke = new LinkedHashMap<>();
    private final Map<String, Setting> effective = new LinkedHashMap<>();

    /** @param entries of the file or command line, in order */
    SettingsReader(List<Setting> entries, Variation variation) {
        entries.forEach(this::sort);
        effective.putAll(written);
        if (variation.smoke()) {
            SMOKE_DEFAULTS.forEach(
                    (key, value) -> effective.put(key.word(), Setting.ofCommandLine(key.word(), value, "--smoke")));
            effective.putAll(smoke);
        }
        variation.overrides().forEach(this::override);
    }

    private void sort(Setting setting) {
        boolean isSmoke = setting.key().startsWith(SMOKE);
        var place = isSmoke ? setting.key().substring(SMOKE.length()) : setting.key();
        var named = new Setting(
                withoutVariant(place), setting.value(), setting.source(), setting.line(), setting.spelling());
        if (isKnown(place, named)) {
            var former = (isSmoke ? smoke : written).putIfAbsent(place, named);
            if (former != null) {
                problems.add(named.problem("is there twice, first in line " + former.line(), ""));
            }
        }
    }

    private void override(String place, String value) {
        var setting = Setting.ofCommandLine(withoutVariant(place), value, place);
        if (isKnown(place, setting)) {
            effective.put(place, setting);
        }
    }

    private boolean isKnown(String place, Setting setting) {
        var key = key(setting.key());
        if (key.isEmpty()) {
            problems.add(setting.problem("has a key that there is not", NearestWord.suggestion(setting.key(), WORDS)));
            return false;
        }
        variant(place).ifPresent(variant -> check(variant, key.get(), setting));
        return true;
    }

    private void check(String variant, ScenarioKey key, Setting setting) {
        if (OF_ALL.contains(key)) {
            problems.add(setting.problem("must be the same for all variants", ""));
        }
        if (!new Contender(variant).isVariant()) {
            problems.add(setting.problem("is of a variant with the name of a mode", ""));
        }
    }

    private static Optional<String> variant(String place) {
        var parts = OF_VARIANT.matcher(place);
        return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
    }

    private static String withoutVariant(String place) {
        var parts = OF_VARIANT.matcher(place);
        return parts.matches() ? parts.group(2) : place;
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

    /** Returns the names of the variants, in file order. */
    Set<String> variants() {
        return effective.keySet().stream()
                .flatMap(place -> variant(place).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the values for contenders other than variants. */
    Settings settings() {
        return settings(of(Optional.empty()));
    }

    /** Returns the values for a variant, whose own keys override the others. */
    Settings settings(String variant) {
        return settings(valuesOf(variant));
    }

    private Map<String, Setting> valuesOf(String variant) {
        var values = of(Optional.empty());
        values.putAll(of(Optional.of(variant)));
        return values;
    }

    private Map<String, Setting> of(Optional<String> variant) {
        var values = new LinkedHashMap<String, Setting>();
        effective.forEach((place, setting) -> {
            if (variant(place).equals(variant)) {
                values.put(setting.key(), setting);
            }
        });
        return values;
    }

    private Settings settings(Map<String, Setting> values) {
        var settings = new Settings(problems);
        values.values().stream()
                .filter(setting -> !setting.value().isEmpty())
                .forEach(setting -> put(settings, setting));
        return settings;
    }

    private static void put(Settings settings, Setting setting) {
        var key = key(setting.key()).orElseThrow();
        if (key.isNumbered()) {
            var number = setting.key().substring(key.prefix().length());
            settings.put(key, Integer.parseInt(number), setting);
        } else {
            settings.put(key, setting);
        }
    }

    /** Adds a problem for an unused variant. */
    void refuse(String variant, String rule) {
        of(Optional.of(variant)).values().stream()
                .findFirst()
                .ifPresent(setting -> problems.add(setting.problem(rule, "")));
    }

    /** Returns the problems so far, including those of the settings returned by this reader. */
    List<Problem> problems() {
        return problems.stream().distinct().toList(); // a problem common to all variants is found with each
    }

    /** Returns the effective keys and values for a report, including those of variants. */
    Map<String, String> shown() {
        return shown(effective);
    }

    /** Returns the effective keys and values of a variant. */
    Map<String, String> shown(String variant) {
        return shown(valuesOf(variant));
    }

    private static Map<String, String> shown(Map<String, Setting> settings) {
        var shown = new LinkedHashMap<String, String>();
        settings.forEach((place, setting) -> {
            if (!setting.value().isEmpty()) {
                shown.put(place, setting.key().equals(ScenarioKey.PASSWORD.word()) ? "***" : setting.value());
            }
        });
        return shown;
    }
}
