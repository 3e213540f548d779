// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.NearestWord;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Merges the settings of a file with a {@link Variation}. */
final class SettingsReader {

    private static final String SMOKE = "x.smoke.";
    private static final Map<String, String> SMOKE_DEFAULTS =
            Map.of("x.rounds", "1", "x.warm_up", "0", "subscriber_timeout", "1");
    private static final List<String> WORDS =
            ScenarioKey.all().stream().map(ScenarioKey::word).toList();

    private final List<Problem> problems = new ArrayList<>();
    private final Map<Place, Setting> written = new LinkedHashMap<>();
    private final Map<Place, Setting> smoke = new LinkedHashMap<>();
    private final Map<Place, Setting> effective = new LinkedHashMap<>();

    /** @param entries of the file or command line, in order */
    SettingsReader(List<Setting> entries, Variation variation) {
        entries.forEach(this::sort);
        effective.putAll(written);
        if (variation.smoke()) {
            SMOKE_DEFAULTS.forEach(
                    (key, value) -> effective.put(Place.of(key), Setting.ofCommandLine(key, value, "--smoke")));
            effective.putAll(smoke);
        }
        variation.overrides().forEach(this::override);
    }

    /**
     * Part of a scenario that a setting applies to.
     *
     * @param variant name of the variant; empty for all contenders
     * @param group name of the group of clients; empty for the scenario, whose values are the defaults of all groups
     * @param key key of the setting
     */
    private record Place(String variant, String group, String key) {

        private static final String NAME = "([a-z0-9][a-z0-9-]*)";
        private static final Pattern PATTERN = Pattern.compile(
                "(?:x\\.variant\\." + NAME + "\\.(?=.))?(?:x\\.group\\." + NAME + "\\.(?=.))?(.*)", Pattern.DOTALL);

        static Place of(String text) {
            var parts = PATTERN.matcher(text).results().iterator().next();
            return new Place(
                    Objects.requireNonNullElse(parts.group(1), ""),
                    Objects.requireNonNullElse(parts.group(2), ""),
                    parts.group(3));
        }

        Place withoutVariant() {
            return new Place("", group, key);
        }

        @Override
        public String toString() {
            return (variant.isEmpty() ? "" : "x.variant." + variant + ".")
                    + (group.isEmpty() ? "" : "x.group." + group + ".")
                    + key;
        }
    }

    private void sort(Setting setting) {
        boolean isSmoke = setting.key().startsWith(SMOKE);
        var place = Place.of(isSmoke ? setting.key().substring(SMOKE.length()) : setting.key());
        var named = new Setting(place.key(), setting.value(), setting.source(), setting.line(), setting.spelling());
        if (isKnown(place, named)) {
            var former = (isSmoke ? smoke : written).putIfAbsent(place, named);
            if (former != null) {
                problems.add(named.problem("is there twice, first in line " + former.line(), ""));
            }
        }
    }

    private void override(String text, String value) {
        var place = Place.of(text);
        var setting = Setting.ofCommandLine(place.key(), value, text);
        if (isKnown(place, setting)) {
            effective.put(place, setting);
        }
    }

    private boolean isKnown(Place place, Setting setting) {
        var key = ScenarioKey.of(setting.key());
        if (key.isEmpty()) {
            problems.add(setting.problem("has an unknown key", NearestWord.suggestion(setting.key(), WORDS)));
            return false;
        }
        var most = key.get().place();
        if (!place.variant().isEmpty() && most.compareTo(ScenarioKey.Place.RUN) < 0) {
            problems.add(setting.problem("must be the same for all variants", ""));
        }
        if (!place.variant().isEmpty() && !new Contender(place.variant()).isVariant()) {
            problems.add(setting.problem("is of a variant with the name of a mode", ""));
        }
        if (!place.group().isEmpty() && most != ScenarioKey.Place.GROUP) {
            var rule = "is of the whole run, not of a group: write it without x.group.";
            problems.add(setting.problem(rule + place.group(), ""));
            return false;
        }
        return true;
    }

    /** Returns the names of the variants, in file order. */
    Set<String> variants() {
        return effective.keySet().stream()
                .map(Place::variant)
                .filter(variant -> !variant.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** @param variant empty for the values of the other contenders */
    Settings settings(String variant) {
        var all = of(variant);
        var values = of(all, "");
        var groups = new LinkedHashMap<String, Settings>();
        effective.keySet().stream()
                .filter(place -> !place.group().isEmpty() && all.containsKey(place.withoutVariant()))
                .forEach(place -> groups.computeIfAbsent(place.group(), group -> settings(values, of(all, group))));
        return new Settings(values, key -> true, groups, problems);
    }

    private Settings settings(Map<String, Setting> inherited, Map<String, Setting> own) {
        var values = new LinkedHashMap<>(inherited);
        values.putAll(own);
        return new Settings(values, own::containsKey, Map.of(), problems);
    }

    /** Returns the settings of a variant, which override those of all contenders. */
    private Map<Place, Setting> of(String variant) {
        var values = new LinkedHashMap<Place, Setting>();
        for (var its : List.of("", variant)) {
            effective.forEach((place, setting) -> {
                if (place.variant().equals(its)) {
                    values.put(place.withoutVariant(), setting);
                }
            });
        }
        return values;
    }

    private static Map<String, Setting> of(Map<Place, Setting> settings, String group) {
        var values = new LinkedHashMap<String, Setting>();
        settings.forEach((place, setting) -> {
            if (place.group().equals(group)) {
                values.put(place.key(), setting);
            }
        });
        return values;
    }

    /** Adds a problem for an unused variant. */
    void refuse(String variant, String rule) {
        effective.entrySet().stream()
                .filter(entry -> entry.getKey().variant().equals(variant))
                .findFirst()
                .ifPresent(entry -> problems.add(entry.getValue().problem(rule, "")));
    }

    /** Returns the problems so far in file order, including those of the settings returned by this reader. */
    List<Problem> problems() {
        return problems.stream()
                .distinct() // a problem common to variants or groups is found with each
                .sorted(Comparator.comparingInt(Problem::line))
                .toList();
    }

    /** Returns the effective keys and values for a report, including those of variants and groups. */
    Map<String, String> shown() {
        return shown(effective);
    }

    /** Returns the effective keys and values of a variant. */
    Map<String, String> shown(String variant) {
        return shown(of(variant));
    }

    private static Map<String, String> shown(Map<Place, Setting> settings) {
        var shown = new LinkedHashMap<String, String>();
        settings.forEach((place, setting) -> {
            if (!setting.value().isEmpty()) {
                shown.put(place.toString(), setting.key().equals("password") ? "***" : setting.value());
            }
        });
        return shown;
    }
}
