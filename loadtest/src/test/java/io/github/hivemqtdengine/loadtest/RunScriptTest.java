// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code run} in an empty clone, with a Maven and a JVM that only print. */
class RunScriptTest {

    private static final String PACKAGING = "Packaging the extension";
    private static final String BUILDING = "Building the load tests";

    @TempDir
    private Path clone;

    private int exitCode;

    @BeforeEach
    void makeClone() throws IOException {
        for (var folder : List.of("parent", "src/main", "conf", "loadtest/src/main", "jdk/bin")) {
            Files.createDirectories(clone.resolve(folder));
        }
        Files.createFile(clone.resolve("pom.xml"));
        Files.createFile(clone.resolve("loadtest/pom.xml"));
        program("loadtest/run", Files.readString(Path.of("run")));
        program("jdk/bin/java", "#!/bin/sh\necho java \"$@\"\n");
        maven("mkdir -p target; echo libraries > target/test-classpath.txt");
    }

    private void maven(String end) throws IOException {
        program("mvnw", """
                #!/bin/sh
                echo "[INFO] Scanning for projects..."
                echo "[INFO] Downloaded from central: https://repo/a.jar"
                echo "[INFO] Downloading from central: https://repo/b.jar"
                echo "[INFO] Downloading from central: https://repo/c.jar"
                echo "[INFO] --- compiler:3.16.0:compile (default-compile) @ a-project ---"
                echo "[WARNING] of no interest"
                """ + end);
    }

    private void program(String name, String text) throws IOException {
        var file = clone.resolve(name);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(clone.resolve("loadtest/run").toString()));
        command.addAll(List.of(arguments));
        var printed = clone.resolve("printed.txt");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
        builder.environment().put("JAVA_HOME", clone.resolve("jdk").toString());
        builder.environment().put("SECONDS", "2"); // since the last line of progress
        exitCode = builder.start().waitFor();
        return Files.readString(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "compare --help",
                "c3 --broker 127.0.0.1:1883",
                "all --smoke --broker=127.0.0.1:1883",
                "steady-plant --modes extension --broker 127.0.0.1:1883 --jdbc jdbc:TAOS-WS://127.0.0.1:6041/plant",
                "capture --broker 127.0.0.1:1883 --topic plant/# --for 60 s --output traffic.zst",
                "load -b tcp://127.0.0.1:1883",
                "agent",
                "report all.json --compare",
                "c3 --zip extension.zip"
            })
    void shouldBuildOnlyTheLoadTestsForCommandsWithoutTheExtension(String arguments) throws Exception {
        assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .contains(BUILDING, ("io.github.hivemqtdengine.loadtest.LoadTest " + arguments).strip())
                .doesNotContain(PACKAGING);
        assertThat(exitCode).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3", "all --smoke", "compare c3", "config c3", "c3 --set a=--broker", "c3 --brokers x"})
    void shouldPackageTheExtensionFirstForOtherCommands(String arguments) throws Exception {
        assertThat(run(arguments.split(" "))).containsSubsequence(PACKAGING, BUILDING, "java ");
    }

    @Test
    void shouldPrintEachStepOfTheBuildAndADownloadEachTwoSeconds() throws Exception {
        assertThat(run())
                .containsPattern(
                        BUILDING + "\n +\\d s  download b.jar \\(1 done\\)\n +\\d s  compiler:3.16.0:compile\njava ")
                .doesNotContain("INFO", "of no interest");
    }

    @Test
    void shouldBuildAgainOnlyAfterChanges() throws Exception {
        run();
        assertThat(run()).doesNotContain(BUILDING);

        Files.createFile(clone.resolve("loadtest/src/main/New.java"));
        assertThat(run()).contains(BUILDING);
    }

    @Test
    void shouldPrintTheErrorsOfABuildThatFails() throws Exception {
        maven("echo '[ERROR] cannot find symbol'; exit 1");

        assertThat(run()).contains("[ERROR] cannot find symbol").doesNotContain("java ");
        assertThat(exitCode).isEqualTo(3);
    }
}
