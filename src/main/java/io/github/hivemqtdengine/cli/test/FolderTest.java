// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of testing the configuration of a folder with its page.
 *
 * @param name the folder
 * @param notes what the broker needs and this machine does not have
 * @param cases one for the configuration, each message and each table
 */
public record FolderTest(String name, List<String> notes, List<Case> cases) {

    public static final String CONFIGURATION = "config.xml";
    public static final String PAGE = "README.md";

    /**
     * What was compared.
     *
     * @param differences sentences; empty if all is as the page says
     */
    public record Case(String name, List<String> differences) {}

    /**
     * Returns the folders with a configuration: the one given, or those in it.
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
        return Files.isRegularFile(folder.resolve(CONFIGURATION));
    }

    /**
     * Maps the messages of the page, in their order, and compares dead letters and rows.
     *
     * @param compiler makes routes that remember the messages before
     */
    public static FolderTest of(Path folder, Function<ExtensionSettings, RouteTable> compiler) {
        var name = folder.toString();
        var notes = new ArrayList<String>();
        try {
            var page = SamplePage.of(Files.readAllLines(folder.resolve(PAGE)));
            if (page.messages().isEmpty()) {
                return failed(name, PAGE, List.of("It has no messages below a heading \"## Messages\""));
            }
            var settings = new ConfigurationReader()
                    .read(folder.resolve(CONFIGURATION).toAbsolutePath(), missing -> notes.add(missing.toString()));
            var precisions = settings.databases().stream()
                    .collect(Collectors.toMap(DatabaseSettings::id, JdbcDatabase::precision));
            var mapped = new MappedSamples(
                    compiler.apply(settings),
                    route -> precisions.getOrDefault(route.databaseId(), Precision.MICROSECONDS),
                    page.messages());
            return new FolderTest(name, notes, compared(page, mapped));
        } catch (ConfigurationException e) {
            return failed(
                    name,
                    CONFIGURATION,
                    e.problems().stream().map(Problem::toString).toList());
        } catch (NoSuchFileException e) {
            return failed(name, PAGE, List.of("There is no such file beside the configuration"));
        } catch (MalformedInputException e) {
            return failed(name, PAGE, List.of("It is not UTF-8"));
        } catch (IOException | IllegalArgumentException e) {
            return failed(name, PAGE, List.of(String.valueOf(e.getMessage())));
        }
    }

    private static FolderTest failed(String name, String file, List<String> differences) {
        return new FolderTest(name, List.of(), List.of(new Case(file, differences)));
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
            cases.add(new Case("table " + table.table(), differences(table, mapped)));
        }
        mapped.tables().stream()
                .filter(table ->
                        page.tables().stream().noneMatch(one -> one.table().equals(table)))
                .forEach(table -> cases.add(new Case(
                        "table " + table, List.of("The page does not have it, but messages make rows of it"))));
        return cases;
    }

    private static List<String> differences(ExpectedRows table, MappedSamples mapped) {
        var types = mapped.types(table.table());
        var expected = table.rows().stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> normal(types.get(table.columns().get(i)), row.get(i)))
                        .toList())
                .toList();
        return Stream.concat(
                        types.keySet().stream()
                                .filter(column -> !table.columns().contains(column))
                                .map(column -> "The page does not have the column " + column),
                        differences("a row", texts(expected), texts(mapped.rows(table))).stream())
                .toList();
    }

    /** Returns a cell as rows have it: a time if it has no type; one that is no such value stays as it is. */
    private static String normal(@Nullable ColumnType type, String cell) {
        try {
            return type == null ? Cell.time(cell) : Cell.of(type, cell);
        } catch (NumberFormatException | DateTimeException e) {
            return cell;
        }
    }

    private static List<String> texts(List<List<String>> rows) {
        return rows.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.replace("|", "\\|"))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .toList();
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
