package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Settings of an old file by key. Remembers which ones were read, so that none is dropped silently. */
final class OldSettings {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(ENV|FILE):");
    private static final String WHITE_SPACE = "\t\n\r";

    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Set<String> read = new HashSet<>();

    /**
     * Setting of an old file.
     *
     * @param line its line, from 1
     */
    record Setting(String key, String value, int line) {

        MigrationException problem(String sentence) {
            return new MigrationException(line, key + " " + sentence);
        }
    }

    /** Adds a setting; of several with the same key, the last one is used. */
    void put(String key, String value, int line, Notes notes) {
        var before = settings.put(key, new Setting(key, value, line));
        if (before != null) {
            notes.add(line, key + " is also in line " + before.line() + "; this one is used");
        }
    }

    /** Adds a setting; of several with the same key, the first one is used. */
    void putFirst(String key, String value, int line, Notes notes) {
        var before = settings.putIfAbsent(key, new Setting(key, value, line));
        if (before != null) {
            notes.add(line, key + " is also in line " + before.line() + ", and that one is used");
        }
    }

    boolean has(String key) {
        return settings.containsKey(key);
    }

    /** Returns a setting; empty if it is missing or has no value. */
    Optional<Setting> find(String key) {
        read.add(key);
        return Optional.ofNullable(settings.get(key))
                .filter(setting -> !setting.value().isEmpty());
    }

    String get(String key, String ifMissing) {
        return find(key).map(Setting::value).orElse(ifMissing);
    }

    /** Returns the line of a setting, or 0. */
    int line(String key) {
        var setting = settings.get(key);
        return setting == null ? 0 : setting.line();
    }

    Setting require(String key) throws MigrationException {
        return find(key)
                .orElseThrow(() -> new MigrationException(
                        line(key), key + " is missing or empty; the old extension does not start without it"));
    }

    /**
     * Checks that the new configuration can contain all values, and that none would be a reference to a variable or a
     * file there.
     *
     * @throws MigrationException with the first value that is not so
     */
    void checkValues() throws MigrationException {
        for (var setting : settings.values()) {
            if (!setting.value().codePoints().allMatch(OldSettings::isWritable)) {
                throw setting.problem("has a character that XML does not allow, such as half of a surrogate pair;"
                        + " correct or remove it");
            }
            if (REFERENCE.matcher(setting.value()).find()) {
                throw setting.problem("has ${ENV: or ${FILE:, which this extension would replace; remove it");
            }
        }
    }

    private static boolean isWritable(int codePoint) {
        return XmlText.isWritable(codePoint) || WHITE_SPACE.indexOf(codePoint) >= 0;
    }

    /** Notes the settings that begin with this text as left out, with the reason. */
    void leaveOut(String prefix, String reason, Notes notes) {
        settings.values().stream()
                .filter(setting -> setting.key().startsWith(prefix) && read.add(setting.key()))
                .forEach(setting -> notes.add(setting.line(), setting.key() + " was left out: " + reason));
    }

    /** Notes the settings that were not read. */
    void noteUnknown(Notes notes) {
        settings.values().stream()
                .filter(setting -> !read.contains(setting.key()))
                .forEach(setting -> notes.add(
                        setting.line(), setting.key() + " is not a setting of the old extension; it was left out"));
    }
}
