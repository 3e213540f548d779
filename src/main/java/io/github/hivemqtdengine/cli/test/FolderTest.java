// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Result of testing the configuration of a folder with its page.
 *
 * @param name the folder
 * @param cases one for the configuration, each message and each table
 */
public record FolderTest(String name, List<Case> cases) {

    public static final String CONFIGURATION = "config.xml";
    public static final String PAGE = "README.md";

    /**
     * What was compared.
     *
     * @param differences sentences; empty if all is as the page says
     */
    public record Case(String name, List<String> differences) {}

    /**
     * Returns the folders with a configuration and a page: the one given, or those in it.
     *
     * @throws IOException if the folder can't be read
     */
    public static List<Path> folders(Path folder) throws IOException {
        if (isTest(folder)) {
            return List.of(folder);
        }
        try (var inner = Files.list(folder)) {
            return inner.filter(FolderTest::isTest).sorted().toList();
        }
    }

    private static boolean isTest(Path folder) {
        return Files.isRegularFile(folder.resolve(CONFIGURATION)) && Files.isRegularFile(folder.resolve(PAGE));
    }

    /**
     * Maps the messages of the page, in their order, and compares dead letters and rows.
     *
     * @param compiler makes routes that remember the messages before
     */
    public static FolderTest of(Path folder, Function<ExtensionSettings, RouteTable> compiler) {
        var name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        try {
            var page = SamplePage.of(Files.readAllLines(folder.resolve(PAGE)));
            if (page.messages().isEmpty()) {
                return failed(name, PAGE, List.of("It has no messages below a heading \"## Messages\""));
            }
            var settings =
                    new ConfigurationReader().read(folder.resolve(CONFIGURATION).toAbsolutePath(), missing -> {});
            var routes = compiler.apply(settings);
            return new FolderTest(name, compared(page, new MappedSamples(routes, page.messages())));
        } catch (ConfigurationException e) {
            return failed(
                    name,
                    CONFIGURATION,
                    e.problems().stream().map(Problem::toString).toList());
        } catch (IOException | IllegalArgumentException e) {
            return failed(name, PAGE, List.of(String.valueOf(e.getMessage())));
        }
    }

    private static FolderTest failed(String name, String file, List<String> differences) {
        return new FolderTest(name, List.of(new Case(file, differences)));
    }

    private static List<Case> compared(SamplePage page, MappedSamples mapped) {
        var cases = new ArrayList<Case>();
        cases.add(new Case(CONFIGURATION, List.of()));
        for (int i = 0; i < page.messages().size(); i++) {
            var message = page.messages().get(i);
            var name = "message " + (i + 1) + ", " + message.topic();
            cases.add(new Case(
                    name,
                    differences(
                            "a dead letter",
                            message.deadLetters(),
                            mapped.deadLetters().get(i))));
        }
        for (var table : page.tables()) {
            cases.add(new Case(
                    "table " + table.table(), differences("a row", texts(table.rows()), texts(mapped.rows(table)))));
        }
        mapped.tables().stream()
                .filter(table ->
                        page.tables().stream().noneMatch(one -> one.table().equals(table)))
                .forEach(table -> cases.add(new Case(
                        "table " + table, List.of("The page does not have it, but messages make rows of it"))));
        return cases;
    }

    private static List<String> texts(List<List<String>> rows) {
        return rows.stream().map(row -> "| " + String.join(" | ", row) + " |").toList();
    }

    /** Compares in any order. */
    private static List<String> differences(String what, List<String> expected, List<String> found) {
        var missing = new ArrayList<>(expected);
        found.forEach(missing::remove);
        var others = new ArrayList<>(found);
        expected.forEach(others::remove);
        return Stream.concat(
                        missing.stream().map(one -> "Without " + what + " of the page: " + one),
                        others.stream().map(one -> "With " + what + " that the page does not have: " + one))
                .toList();
    }

    public boolean isPassed() {
        return cases.stream().allMatch(one -> one.differences().isEmpty());
    }
}
