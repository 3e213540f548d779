// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.test.FolderTest;
import io.github.hivemqtdengine.cli.test.FolderTest.Case;
import io.github.hivemqtdengine.cli.test.JunitXml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tests mappings with the messages and rows of the pages beside them. */
@Command(
        name = "test",
        description = "Maps the messages of a page and compares the rows, without a broker or a database. A FOLDER has"
                + " a config.xml and a README.md, as those in conf/examples do, or it has such folders in it.",
        footer = {"", "Example:", "  hivemq-tdengine test conf/examples --junit target/mappings.xml"},
        mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FOLDER", arity = "1..*", description = "Folders to test.")
    private List<Path> folders = List.of();

    @Option(names = "--junit", paramLabel = "FILE", description = "Also write the results as JUnit's XML.")
    private @Nullable Path junit;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        var tests = new ArrayList<FolderTest>();
        for (var folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw usage(folder + " is not a folder");
            }
            var found = FolderTest.folders(folder);
            if (found.isEmpty()) {
                throw usage("Neither " + folder + " nor a folder in it has a " + FolderTest.CONFIGURATION);
            }
            found.stream()
                    .map(one -> FolderTest.of(
                            one, settings -> Mapping.ofMessagesInOrder(settings).routes()))
                    .forEach(tests::add);
        }
        tests.stream().flatMap(test -> test.notes().stream()).distinct().forEach(output::note);
        output.print(
                new Fields()
                        .with("tests", tests.stream().map(TestCommand::json).toList())
                        .map(),
                () -> tests.stream().flatMap(test -> lines(test).stream()).toList());
        writeJunit(tests);
        return tests.stream().allMatch(FolderTest::isPassed) ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private void writeJunit(List<FolderTest> tests) {
        if (junit == null) {
            return;
        }
        try {
            var folder = junit.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(junit, JunitXml.of(tests));
        } catch (IOException e) {
            throw usage(
                    "--junit " + junit + " can't be written (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static Map<String, @Nullable Object> json(FolderTest test) {
        return new Fields()
                .with("name", test.name())
                .with("passed", test.isPassed())
                .with(
                        "cases",
                        test.cases().stream()
                                .map(one -> new Fields()
                                        .with("name", one.name())
                                        .with("differences", one.differences())
                                        .map())
                                .toList())
                .map();
    }

    private static List<String> lines(FolderTest test) {
        var lines = new ArrayList<String>();
        lines.add((test.isPassed() ? "ok    " : "fail  ") + test.name() + ", "
                + test.cases().size() + " cases");
        test.cases().stream().filter(one -> !one.differences().isEmpty()).forEach(one -> lines.addAll(lines(one)));
        return lines;
    }

    private static List<String> lines(Case failed) {
        var lines = new ArrayList<String>();
        lines.add("      " + failed.name());
        failed.differences().forEach(difference -> lines.add("        " + difference));
        return lines;
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
