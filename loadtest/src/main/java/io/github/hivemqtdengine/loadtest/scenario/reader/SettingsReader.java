// SPDX-License-Identifier: Apache-2.0
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
import java.util.stream.Collectors;

/** Merges the settings of a file with a {@link Variation}. */
final class SettingsReader {

    private static final String SMOKE = "x.smoke.";
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

    /** Keys that a group of clients may have. */
    private static final Set<ScenarioKey> OF_GROUPS = EnumSet.of(
            ScenarioKey.NUM_PUBLISHERS,
            ScenarioKey.NUM_SUBSCRIBERS,
            ScenarioKey.QOS_PUBLISHER,
            ScenarioKey.QOS_SUBSCRIBER,
            ScenarioKey.SHARED_SUBSCRIPTION,
            ScenarioKey.RETAIN,
            ScenarioKey.TOPIC,
            ScenarioKey.PAYLOAD,
            ScenarioKey.NUM_MESSAGES,
            ScenarioKey.INTERVAL,
            ScenarioKey.TOPIC_PATTERN,
            ScenarioKey.TOPICS,
            ScenarioKey.FORMAT,
            ScenarioKey.TEMPLATE,
            ScenarioKey.RECORDS,
            ScenarioKey.COMPRESSION,
            ScenarioKey.RATE,
            ScenarioKey.WINDOW,
            ScenarioKey.THINK,
            ScenarioKey.START,
            ScenarioKey.CHURN,
            ScenarioKey.SESSION_EXPIRY,
            ScenarioKey.WILL,
            ScenarioKey.USER_PROPERTIES,
            ScenarioKey.MESSAGE_EXPIRY,
            ScenarioKey.CONTENT_TYPE,
            ScenarioKey.RESPONSE_TOPIC,
            ScenarioKey.TOPIC_ALIAS,
            ScenarioKey.SUBSCRIBER_FILTER,
            ScenarioKey.SUBSCRIBER_DELAY,
            ScenarioKey.TABLE,
            ScenarioKey.ROWS);

    private static final List<String> WORDS =
            Arrays.stream(ScenarioKey.values()).map(ScenarioKey::word).toList();

    private final List<Problem> problems = new ArrayList<>();
    private final Map<Place, Setting> written = new LinkedHashMap<>();
    private final Map<Place, Setting> smoke = new LinkedHashMap<>();
    private final Map<Place, Setting> effective = new LinkedHashMap<>();

    /** @param entries of the file or command line, in order */
    SettingsReader(List<Setting> entries, Variation variation) {
        entries.forEach(this::sort);
        effective.putAll(written);
        if (variation.smoke()) {
            SMOKE_DEFAULTS.forEach((key, value) ->
                    effective.put(Place.of(key.word()), Setting.ofCommandLine(key.word(), value, "--smoke")));
            effective.putAll(smoke);
        }
        variation.overrides().forEach(this::override);
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
        place.variant().ifPresent(variant -> check(variant, key.get(), setting));
        if (place.group().isPresent() && !OF_GROUPS.contains(key.get())) {
            problems.add(setting.problem(
                    "is of the whole run, not of a group: write it without x.group."
                            + place.group().get(),
                    ""));
            return false;
        }
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

    /** Returns the names of the variants, in file order. */
    Set<String> variants() {
        return effective.keySet().stream()
                .flatMap(place -> place.variant().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the values for contenders other than variants. */
    Settings settings() {
        return settings(Optional.empty());
    }

    /** Returns the values for a variant, whose own keys override the others. */
    Settings settings(String variant) {
        return settings(Optional.of(variant));
    }

    private Settings settings(Optional<String> variant) {
        var values = of(variant, Optional.empty());
        var settings = new Settings(problems);
        put(settings, values);
        for (var group : groups(variant)) {
            var own = of(variant, Optional.of(group));
            var all = new LinkedHashMap<>(values);
            all.putAll(own);
            var ofGroup = new Settings(problems, key -> own.containsKey(key.word()));
            put(ofGroup, all);
            settings.put(group, ofGroup);
        }
        return settings;
    }

    /** Returns the names of the groups, in file order. */
    private Set<String> groups(Optional<String> variant) {
        return effective.keySet().stream()
                .filter(place -> place.variant().isEmpty() || place.variant().equals(variant))
                .flatMap(place -> place.group().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the values of a place, by key; those of a variant override the others. */
    private Map<String, Setting> of(Optional<String> variant, Optional<String> group) {
        var values = new LinkedHashMap<String, Setting>();
        effective.forEach((place, setting) -> {
            if (place.isOf(Optional.empty(), group)) {
                values.put(place.key(), setting);
            }
        });
        effective.forEach((place, setting) -> {
            if (variant.isPresent() && place.isOf(variant, group)) {
                values.put(place.key(), setting);
            }
        });
        return values;
    }

    private static void put(Settings settings, Map<String, Setting> values) {
        values.values().stream()
                .filter(setting -> !setting.value().isEmpty())
                .forEach(setting -> put(settings, setting));
    }

    private static void put(Settings settings, Setting setting) {
        var key = ScenarioKey.of(setting.key()).orElseThrow();
        if (key.isNumbered()) {
            var number = setting.key().substring(key.prefix().length());
            settings.put(key, Integer.parseInt(number), setting);
        } else {
            settings.put(key, setting);
        }
    }

    /** Adds a problem for an unused variant. */
    void refuse(String variant, String rule) {
        effective.entrySet().stream()
                .filter(entry -> entry.getKey().variant().equals(Optional.of(variant)))
                .findFirst()
                .ifPresent(entry -> problems.add(entry.getValue().problem(rule, "")));
    }

    /** Returns the problems so far, including those of the settings returned by this reader. */
    List<Problem> problems() {
        return problems.stream().distinct().toList(); // a problem common to variants or groups is found with each
    }

    /** Returns the effective keys and values for a report, including those of variants and groups. */
    Map<String, String> shown() {
        var shown = new LinkedHashMap<String, String>();
        effective.forEach((place, setting) -> show(place.toString(), setting, shown));
        return shown;
    }

    /** Returns the effective keys and values of a variant. */
    Map<String, String> shown(String variant) {
        var values = new LinkedHashMap<String, Setting>();
        effective.forEach((place, setting) -> {
            if (place.variant().isEmpty()) {
                values.put(place.withoutVariant(), setting);
            }
        });
        effective.forEach((place, setting) -> {
            if (place.variant().equals(Optional.of(variant))) {
                values.put(place.withoutVariant(), setting);
            }
        });
        var shown = new LinkedHashMap<String, String>();
        values.forEach((place, setting) -> show(place, setting, shown));
        return shown;
    }

    private static void show(String place, Setting setting, Map<String, String> shown) {
        if (!setting.value().isEmpty()) {
            shown.put(place, setting.key().equals(ScenarioKey.PASSWORD.word()) ? "***" : setting.value());
        }
    }
}
