// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import io.github.hivemqtdengine.cli.test.ExpectedRows;
import io.github.hivemqtdengine.cli.test.MappedSamples;
import io.github.hivemqtdengine.cli.test.SampleMessage;
import io.github.hivemqtdengine.cli.test.SamplePage;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.sparkplug.SparkplugInput;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of {@code conf/examples}: a configuration, and a page with sample messages and the rows that they become. */
public record Example(Path folder, List<SampleMessage> messages, List<ExpectedRows> tables) {

    static final Path EXAMPLES = Path.of("conf", "examples");

    private static final String CONFIGURATION = "config.xml";

    /** All of them in the order of their names. */
    public static List<Example> all() {
        try (var folders = Files.list(EXAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve(CONFIGURATION)))
                    .sorted()
                    .map(Example::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Example of(Path folder) {
        try {
            var page = SamplePage.of(Files.readAllLines(folder.resolve("README.md")));
            return new Example(folder, page.messages(), page.tables());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    Path configuration() {
        return folder.resolve(CONFIGURATION);
    }

    /** The content of {@code <routes>}. */
    String routesXml() {
        try {
            var xml = Files.readString(configuration());
            return xml.substring(xml.indexOf("<routes>") + "<routes>".length(), xml.indexOf("</routes>"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Route> routes() {
        return routes(configuration());
    }

    static List<Route> routes(Path configuration) {
        var births = Births.inMemory(BirthLimits.DEFAULT);
        try {
            return new ConfigurationReader()
                    .read(configuration).routes().stream()
                            .map(route -> RouteCompiler.compile(route, SparkplugInput.of(route, births, null), null))
                            .toList();
        } catch (ConfigurationException e) {
            throw new AssertionError(configuration + ": " + e.problems(), e);
        }
    }

    /** The shapes of its tables by their names, with the columns that its messages add. */
    Map<String, TableShape> shapes() {
        var routes = routes();
        var unused = new MappedSamples(RouteTable.of(routes), messages);
        return shapes(routes);
    }

    static Map<String, TableShape> shapes(List<Route> routes) {
        return routes.stream()
                .flatMap(route -> route.tables().stream())
                .map(TableHandle::shape)
                .collect(Collectors.toMap(TableShape::superTable, table -> table, (one, same) -> one));
    }

    /** The types of a table's columns and tags by their names. */
    static Map<String, ColumnType> types(TableShape table) {
        return Stream.concat(table.columns().stream(), table.tags().stream())
                .collect(Collectors.toMap(Column::name, Column::type));
    }

    @Override
    public String toString() {
        return name();
    }
}
