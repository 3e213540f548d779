// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads scenarios from text. */
public final class ScenarioText {

    private ScenarioText() {}

    public static Scenario read(String text) throws InvalidScenarioException {
        return read(text, Variation.NONE);
    }

    public static Scenario read(String text, Variation variation) throws InvalidScenarioException {
        try {
            var file = Files.createTempFile("test", ".conf");
            try {
                Files.writeString(file, text, StandardCharsets.UTF_8);
                return ScenarioReader.read(file, variation);
            } finally {
                Files.delete(file);
            }
        } catch (IOException unlikely) {
            throw new UncheckedIOException(unlikely);
        }
    }

    /** Returns the components of a scenario's records, without the settings as written. */
    static String components(String text) throws InvalidScenarioException {
        var all = read(text.replace("\\n", "\n")).toString();
        return all.substring(0, all.indexOf(", settings={"));
    }

    /** Returns the problems of the text; empty if it is valid. */
    public static List<Problem> problems(String text) {
        return problems(text, Variation.NONE);
    }

    public static List<Problem> problems(String text, Variation variation) {
        try {
            read(text, variation);
            return List.of();
        } catch (InvalidScenarioException invalid) {
            return invalid.problems();
        }
    }

    public static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".conf"), text, StandardCharsets.UTF_8);
    }
}
