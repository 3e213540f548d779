// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions in documents, poms, images and scripts agree. */
class VersionsTest {

    private static final SourceTree TREE = CheckedDocuments.TREE;
    /** The parent of both projects, which has the versions of all libraries and plugins. */
    private static final String POM = TREE.text("parent/pom.xml");

    private static final Pattern PROJECT_VERSION = Pattern.compile("<version>([^<]+)<");
    private static final Pattern OLDEST = Pattern.compile("(\\d+\\.\\d+\\.\\d+) ?(?:or newer|或更新)");
    /** Pages of measurements and decisions keep the versions of their day. */
    private static final Pattern OF_THEIR_DAY = Pattern.compile("docs/(?:benchmarks(?:/.+)?|decisions)\\.md");

    @Test
    void shouldHaveOneVersionOfTheProject() throws IOException {
        var version = first(PROJECT_VERSION, POM);

        for (var pom : List.of("pom.xml", "loadtest/pom.xml")) {
            assertThat(all("<version>([^<$]+)<", TREE.text(pom))).as(pom).containsExactly(version);
        }
        assertThat(TREE.text("src/main/extension/hivemq-extension.xml"))
                .contains("<version>${project.version}</version>");
        assertThat(first("(?m)^## (\\S+)", Files.readString(Path.of("CHANGELOG.md"))))
                .isEqualTo(version);
        assertThat(TREE.text("docker/Dockerfile"))
                .contains("image.version=\"" + version + "\"")
                .containsPattern(zip("(?:\\*|" + Pattern.quote(version) + ")"));
        assertThat(TREE.text("docker/kubernetes/values.yaml"))
                .contains("/download/v" + version + "/hivemq-tdengine-extension-" + version + ".zip\n");
        assertThat(others(zip("(\\d[\\d.]*\\d)"), version, CheckedDocuments.all()))
                .isEmpty();
    }

    private static String zip(String version) {
        return "hivemq-tdengine-extension-" + version + "\\.zip";
    }

    @Test
    void shouldStartTheTestedVersionsInContainers() {
        assertThat(TREE.text("docker/Dockerfile"))
                .containsPattern("FROM hivemq/hivemq-ce:" + Pattern.quote(property("hivemq-ce.version")) + "[@\n]")
                .contains("image.base.name=\"docker.io/hivemq/hivemq-ce:" + property("hivemq-ce.version") + "\"");
        assertThat(TREE.text("docker/kubernetes/kustomization.yaml"))
                .contains("newTag: " + first(PROJECT_VERSION, POM) + "-ce" + property("hivemq-ce.version") + "\n");
        assertThat(testedTdengine()).matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
    }

    private static String testedTdengine() {
        return first("image: tdengine/tsdb:([\\d.]+)", TREE.text("docker/compose.yaml"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void shouldStateTheTestedVersions(String readme) {
        var page = List.of(Document.read(Path.of(readme)));

        assertThat(all("HiveMQ CE (\\d[\\d.]*\\d)", page.get(0).prose())).isEqualTo(brokers());
        assertThat(all("SDK (\\d[\\d.]*\\d)", page.get(0).prose()))
                .isEqualTo(all("sdk: \"([^\"]+)\"", workflow("nightly")))
                .contains(property("hivemq-extension-sdk.version"));
        assertStated(page, "\\| TDengine \\|[^|]*\\| (\\S+) \\|", testedTdengine());
        assertStated(page, "\\| QuestDB \\|[^|]*\\| (\\S+) \\|", property("questdb.version"));
        assertStated(page, "\\| Java[^|]+\\| (\\d+) ?(?:or newer|或更新)", property("maven.compiler.release"));
        assertStated(page, "\\| Java[^|]+\\|[^|]+\\| (\\d+)\\b", property("maven.compiler.release"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void shouldNameTheWorkflowThatProvesARow(String readme) {
        var page = Document.read(Path.of(readme)).prose();

        assertThat(all("(?m)^\\| [^| \\n-][^|\\n]*\\|[^|\\n]+\\|[^|\\n]+\\|([^|\\n]+)\\|$", page))
                .hasSizeGreaterThan(3)
                .allMatch(proof -> proof.matches(".*/workflows/(build|nightly)\\.yml.*|.*(no job|没有任务).*"));
        assertThat(workflow("nightly")).contains("image: tdengine/tsdb:" + testedTdengine() + "\n");
        assertThat(all("\"(\\d+)\"", first("java: \\[(.+)]", workflow("build"))))
                .isEqualTo(all("(\\d+)", first("\\| Java[^|]+\\|[^|]+\\|([^|]+)\\|", page)));
    }

    private static String workflow(String name) {
        try {
            return Files.readString(Path.of(".github/workflows/" + name + ".yml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertStated(List<Document> page, String pattern, String version) {
        assertThat(page.get(0).prose()).containsPattern(pattern);
        assertThat(others(pattern, version, page)).isEmpty();
    }

    @Test
    void shouldNameNoOtherVersionsInDocuments() {
        var documents = CheckedDocuments.all().stream()
                .filter(document -> !OF_THEIR_DAY.matcher(document.toString()).matches())
                .toList();

        assertThat(brokers())
                .containsAll(all(
                        "HiveMQ CE (\\d[\\d.]*\\d)",
                        documents.stream().map(Document::prose).collect(Collectors.joining("\n"))));
        assertThat(others("TDengine (\\d+\\.\\d+\\.\\d+\\.\\d+)", testedTdengine(), documents))
                .isEmpty();
        assertThat(others("QuestDB (\\d+\\.\\d+\\.\\d+)", property("questdb.version"), documents))
                .isEmpty();
        assertThat(others("(?:JDK|JRE|Java) (\\d+) ?(?:or newer|或更新)", property("maven.compiler.release"), documents))
                .isEmpty();
        assertThat(POM).contains("<version>[" + property("maven.compiler.release") + ",)</version>");
    }

    @Test
    void shouldNeedTheTdengineThatTheDocumentsSay() throws IOException {
        var oldest = first(OLDEST, Files.readString(Path.of("README.md")).replaceAll("SDK \\d+\\.\\d+\\.\\d+", ""));

        assertThat(TREE.logs("TDengine " + oldest + " or newer is needed"))
                .as(oldest)
                .isTrue();
        assertThat(TREE.logs("needs a server of " + oldest + " or newer"))
                .as(oldest)
                .isTrue();
        assertThat(others("TDengine[^|\\d]+(\\d+\\.\\d+\\.\\d+) ?(?:or newer|或更新)", oldest, CheckedDocuments.all()))
                .isEmpty();
    }

    @Test
    void shouldDownloadOneMaven() throws IOException {
        var wrapper = Files.readString(Path.of(".mvn/wrapper/maven-wrapper.properties"));
        var url = first("distributionUrl=(\\S+)", wrapper);

        assertThat(url).contains("/" + first("apache-maven-([\\d.]+)-bin\\.zip", url) + "/");
        for (var script : List.of("mvnw", "mvnw.cmd")) {
            assertThat(first("Wrapper startup batch script, version ([\\d.]+)", Files.readString(Path.of(script))))
                    .as(script)
                    .isEqualTo(first("wrapperVersion=(\\S+)", wrapper));
        }
    }

    @ParameterizedTest
    @CsvSource({"TDengine 3.3.7.5 and TDengine 3.3.7.5, 0", "TDengine 3.3.7.5 and TDengine 3.3.6.0, 1", "TDengine, 0"})
    void shouldFindOtherVersions(String text, int found) {
        var page = new Document(Path.of("page.md"), List.of(text));

        assertThat(others("TDengine (\\d+\\.\\d+\\.\\d+\\.\\d+)", "3.3.7.5", List.of(page)))
                .hasSize(found);
    }

    /** Returns the brokers of the nightly build, one of which is that of every build. */
    private static Set<String> brokers() {
        var brokers = all("hivemq-ce: \"([^\"]+)\"", workflow("nightly"));
        assertThat(brokers).hasSize(2).contains(property("hivemq-ce.version"));
        return brokers;
    }

    private static Set<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns each place where the pattern's group differs from the expected value. */
    private static Stream<String> others(String pattern, String expected, List<Document> documents) {
        return documents.stream()
                .flatMap(document -> Pattern.compile(pattern)
                        .matcher(document.prose())
                        .results()
                        .filter(match -> !match.group(1).equals(expected))
                        .map(match -> document + ": " + match.group() + ", expected " + expected));
    }

    private static String property(String name) {
        return first("<" + Pattern.quote(name) + ">([^<]+)<", POM);
    }

    private static String first(String pattern, String text) {
        return first(Pattern.compile(pattern), text);
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError(pattern + " is not there"));
    }
}
