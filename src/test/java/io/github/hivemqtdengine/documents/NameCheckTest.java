// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the checker on a small tree: known names pass, unknown names are found. */
class NameCheckTest {

    private static final Document PAGE = new Document(Path.of("docs/page.md"), List.of());

    @TempDir
    private static Path root;

    private static SourceTree tree;

    @BeforeAll
    static void writeTree() throws IOException {
        write("src/main/java/io/github/hivemqtdengine/pipeline/LaneChoice.java", """
                package io.github.hivemqtdengine.pipeline;

                /** Of a comment: inComment(), "comment-word", class CommentClass. */
                @Command(
                        name = "explain")
                public final class LaneChoice {
                    private static final int MAX_LANES = 4;
                    private final int laneCount = 3;

                    public int choose(String key) {
                        log.info("Lane {} is full, " + "{} messages wait", key, 'c');
                        return hash(key);
                    }

                    record SmallLane(String laneName) {}

                    enum Overflow { DROP_OLDEST }

                    String[] options = {"--topic", "-t", "drop-newest", "fuzz.seed"};
                }
                """);
        write(
                "src/test/java/io/github/hivemqtdengine/pipeline/LaneChoiceTest.java",
                "class LaneChoiceTest { void shouldChoose() {} String only = \"TEST_HOME\"; }");
        write("loadtest/run", "exec java");
        write(
                "loadtest/src/main/java/Loads.java",
                "@Command(name = \"report\") class Loads { String o = \"--smoke\"; }");
        write("loadtest/scenarios/c1.conf", "num_publishers = 1");
        write("conf/config.xsd", """
                <xs:element name="lanes"><xs:documentation>told-only</xs:documentation></xs:element>
                <xs:attribute name="on-equal"/> <xs:enumeration value="composite-key"/>
                """);
        write("pom.xml", """
                <project><artifactId>ext</artifactId><version>1.2.3</version><properties><kill.rounds>3</kill.rounds></properties>
                <plugin><artifactId>spotless-maven-plugin</artifactId></plugin>
                <profile>
                    <id>long</id>
                </profile></project>
                """);
        write("docs/page.md", "");
        tree = new SourceTree(root);
    }

    private static void write(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static NameCheck check() {
        return new NameCheck(
                tree,
                Set.of("stored", "dropped.overflow"),
                "com.example",
                Map.of("Manager", "no class", "unmentioned", "for nothing"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LaneChoice",
                "pipeline.LaneChoice",
                "io.github.hivemqtdengine.pipeline.LaneChoice",
                "LaneChoice.choose",
                "pipeline.LaneChoice.choose(key)",
                "LaneChoice.laneCount",
                "LaneChoice.MAX_LANES",
                "SmallLane.laneName",
                "Overflow",
                "Manager",
                "choose(key)",
                "pom.xml",
                "page.md",
                "docs/page.md",
                "loadtest/scenarios",
                "src/main/java",
                "target/ext-1.2.3.zip",
                "target/ext-<version>.zip",
                "site/{site}/meter",
                "--topic",
                "--topic T",
                "-Dkill.rounds=50",
                "-Dfuzz.seed",
                "-Plong",
                "<lanes>",
                "<lanes>2</lanes>",
                "<lanes on-equal=\"composite-key\"/>",
                "<lanes>composite-key</lanes>",
                "@on-equal",
                "on-equal=\"composite-key\"",
                "on-equal composite-key",
                "/on-equal",
                "com.example.route.<id>.stored",
                "com.example.route.r.stored",
                "dropped.overflow",
                "drop-oldest",
                "drop-newest",
                "composite-key",
                "MAX_LANES",
                "Lane … is full, … messages wait",
                "./mvnw verify -Plong -Dit.test=LaneChoiceTest",
                "./mvnw -q -B test -Dtest=LaneChoiceTest#shouldChoose",
                "./mvnw -f pom.xml spotless:apply",
                "TEST_HOME=/opt/test ./mvnw verify -Plong",
                "loadtest/run c1 --smoke",
                "loadtest/run report a.json",
                "explain --topic T",
                "mv data/a data/b",
                "CREATE DATABASE",
                "{\"t\": 21}",
                "60 s"
            })
    void shouldPassWhatIsThere(String code) {
        assertThat(check().problem(PAGE, code)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LaneChooser",
                "CommentClass",
                "route.LaneChoice",
                "io.github.hivemqtdengine.route.LaneChoice",
                "LaneChoice.decide",
                "LaneChoice.hash",
                "LaneChoice.LEAST_LANES",
                "pipeline.LaneChoice.decide(key)",
                "inComment()",
                "build.xml",
                "gone.md",
                "docs/gone.md",
                "loadtest/scenarios/c2.conf",
                "src/gone/java",
                "target/ext-1.2.2.zip",
                "--toppic",
                "--toppic T",
                "-Dkill.round=50",
                "-Pfull",
                "<lane>",
                "<lanes>2</lanes><lane/>",
                "<lanes on-equals=\"bump\"/>",
                "<lanes gone>",
                "@on-equals",
                "on-equals=\"composite-key\"",
                "on-equal=\"composite-keys\"",
                "<lanes>composite-keys</lanes>",
                "on-equal composite-keys",
                "/on-equals",
                "com.example.route.<id>.kept",
                "com.example.route.r.kept",
                "com.example.kept",
                "dropped.underflow",
                "drop-eldest",
                "comment-word",
                "told-only",
                "TEST_HOME",
                "FEWEST_LANES",
                "Lane … is empty",
                "Lanes are full",
                "./mvnw verify -Pfull",
                "./mvnw verify -Dit.test=LaneChooserTest",
                "./mvnw verify -Dit.test=LaneChoice",
                "./mvnw test -Dtest=LaneChoiceTest#shouldDecide",
                "./mvnw verifi",
                "./mvnw jib:build",
                "./mvnw -f gone/pom.xml verify -Plong",
                "GONE_HOME=/opt/test ./mvnw verify",
                "TEST_HOME=/opt/test ./mvnw verify -Pfull",
                "loadtest/run c9",
                "loadtest/run c1 --topic",
                "./demo --topic",
                "explain --smoke",
                "explain --payload docs/gone.json",
                "docker compose -f docs/compose.yaml up",
                "java -cp target/classes io.github.hivemqtdengine.bench.GoneBenchmark",
                "drop-oldest, drop-eldest",
                "${no-such-reference}"
            })
    void shouldFindWhatIsNot(String code) {
        assertThat(check().problem(PAGE, code)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONTRIBUTING.md", "docs/testing.md", "docs/release.md"})
    void shouldKnowWordsOfTestsWhereTestsAreExplained(String path) {
        var page = new Document(Path.of(path), List.of());

        assertThat(check().problem(page, "TEST_HOME")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '1 pipeline.LaneChoice.choose  ──▶ LaneChoice', 0",
        "'', '1 pipeline.LaneChoice.decide  ──▶ LaneChooser', 2",
        "'', './mvnw verify  # builds LaneChooser', 0",
        "'', './mvnw verify -Pfull', 1",
        "bash, 'explain --topic a \\\n  --toppic b', 1",
        "xml, '<lanes on-equal=\"bump\">1</lanes>', 0",
        "xml, '<lane on-equals=\"bump\">1</lane>', 2",
        "json, '{\"LaneChooser\": 1}', 0"
    })
    void shouldLookIntoBlocks(String language, String text, int problems) {
        var page = new Document(
                Path.of("docs/page.md"),
                ("```" + language + "\n" + text + "\n```").lines().toList());

        assertThat(check().problems(page)).hasSize(problems);
    }

    @Test
    void shouldSayWhereAndWhatIsWrong() {
        var page =
                new Document(Path.of("docs/page.md"), List.of("# A", "", "The `LaneChoice` and the", "`LaneChooser`."));

        assertThat(check().problems(page)).containsExactly("docs/page.md:4 `LaneChooser`: there is no such type");
    }

    @Test
    void shouldFindAllowancesThatNothingNeeds() {
        var check = check();
        check.problem(PAGE, "Manager");

        assertThat(check.unusedAllowances()).containsExactly("unmentioned");
    }
}
