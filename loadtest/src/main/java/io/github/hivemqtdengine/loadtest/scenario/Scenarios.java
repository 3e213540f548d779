package io.github.hivemqtdengine.loadtest.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The scenario files of a folder. */
public final class Scenarios {

    private final Path folder;
    private final List<String> names;

    private Scenarios(Path folder, List<String> names) {
        this.folder = folder;
        this.names = names;
    }

    /** The files that end with {@code .conf}. */
    public static Scenarios in(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var names = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ScenarioReader.ENDING))
                    .map(name -> name.substring(0, name.length() - ScenarioReader.ENDING.length()))
                    .sorted(NaturalOrder.INSTANCE)
                    .toList();
            return new Scenarios(folder, names);
        }
    }

    /** The scenarios' names, which are their files' without the ending. */
    public List<String> names() {
        return names;
    }

    /**
     * All scenarios in the order of the menu: by {@code x.order}, then by name.
     *
     * @throws InvalidScenarioException with all that is wrong with all files
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
        all.sort(Comparator.comparingInt(Scenario::order)); // is stable, and they are in the order of their names
        return all;
    }

    /**
     * One scenario.
     *
     * @param nameOrFile its name, or the path of any file
     * @throws InvalidScenarioException if there is none of the name, with the nearest one; or with what is wrong with it
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
