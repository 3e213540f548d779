// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.NearestWord;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Scenario files of a folder. */
public final class Scenarios {

    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final int WIDTH = 18;

    private final Path folder;
    private final List<String> names;

    private Scenarios(Path folder, List<String> names) {
        this.folder = folder;
        this.names = names;
    }

    /** Lists the {@code .conf} files of a folder. */
    public static Scenarios in(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var names = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ScenarioReader.ENDING))
                    .map(name -> name.substring(0, name.length() - ScenarioReader.ENDING.length()))
                    .sorted(Comparator.comparing(Scenarios::inNaturalOrder))
                    .toList();
            return new Scenarios(folder, names);
        }
    }

    /** Returns a text whose order is natural: c2 before c10. */
    private static String inNaturalOrder(String name) {
        return DIGITS.matcher(name)
                .replaceAll(digits ->
                        "0".repeat(Math.max(0, WIDTH - digits.group().length())) + digits.group());
    }

    /** Returns the names of the scenarios, which are the file names without extension. */
    public List<String> names() {
        return names;
    }

    /**
     * Returns all scenarios in menu order: by {@code x.order}, then by name.
     *
     * @throws InvalidScenarioException with all problems of all files
     */
    public List<Scenario> all(Variation variation) throws IOException, InvalidScenarioException {
        var all = new ArrayList<Scenario>();
        var problems = new ArrayList<Problem>();
        for (var name : names) {
            try {
                all.add(ScenarioReader.read(file(name), variation));
            } catch (InvalidScenarioException invalid) {
                problems.addAll(invalid.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidScenarioException(problems);
        }
        all.sort(Comparator.comparingInt(Scenario::order)); // stable: equal orders stay sorted by name
        return all;
    }

    /**
     * Returns one scenario.
     *
     * @param nameOrFile name of a scenario, or path of any file
     * @throws InvalidScenarioException for an unknown name, with the nearest one; or with all problems of the file
     */
    public Scenario named(String nameOrFile, Variation variation) throws IOException, InvalidScenarioException {
        if (names.contains(nameOrFile)) {
            return ScenarioReader.read(file(nameOrFile), variation);
        }
        var file = Path.of(nameOrFile);
        if (Files.isRegularFile(file)) {
            return ScenarioReader.read(file, variation);
        }
        throw new InvalidScenarioException(List.of(new Problem(
                Setting.COMMAND_LINE,
                0,
                "scenario",
                nameOrFile,
                "is neither a scenario of " + folder + " nor a file",
                NearestWord.suggestion(nameOrFile, names))));
    }

    private Path file(String name) {
        return folder.resolve(name + ScenarioReader.ENDING);
    }
}
