// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code .ci/release} in a project with a stand-in for Maven, and the workflows that call the scripts. The
 * script needs GNU's programs.
 */
@DisabledOnOs({OS.WINDOWS, OS.MAC})
class ReleaseTest {

    private static final Path TOP = Path.of("").toAbsolutePath();
    private static final String NAME = "hivemq-tdengine-extension-1.2.3";
    private static final String POM = """
            <project>
                <version>1.2.3</version>
                <project.build.outputTimestamp>2026-12-01T00:00:00Z</project.build.outputTimestamp>
                <hivemq-ce.version>2025.5</hivemq-ce.version>
            </project>
            """;
    private static final String CHANGES = """
            # Changelog

            ## 1.2.3 - 2026-12-01

            - A change.

            ## 1.2.2 - 2026-11-01

            - An earlier change.
            """;
    private static final String MAVEN = """
            #!/bin/sh
            rm -rf target && mkdir target && cd target
            echo zip%s >NAME.zip && echo '{}' >NAME.cdx.json
            """.replace("NAME", NAME);

    /** English messages, and git without the configuration of the user. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("LC_ALL", "C", "GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1");

    /** SHA-256 sum of the zip of {@link #MAVEN}. */
    private static final String SUM = "257a4c075a4c2721970ffc7ef0380d0bf7329185de8f34ff9a6ac8336561c34c";

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void writeProject() throws Exception {
        project = Files.createDirectory(folder.resolve("project"));
        Files.createDirectory(project.resolve("parent"));
        write("parent/pom.xml", POM);
        write("pom.xml", "<url>https://github.com/owner/project</url>\n");
        write("CHANGELOG.md", CHANGES);
        write(".gitignore", "target/\n");
        write("mvnw", MAVEN.formatted(""));
        for (var file : List.of(".ci/release", "docker/kubernetes/values.yaml")) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.copy(TOP.resolve(file), project.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        git("init", "-q");
        commit();
    }

    private void write(String file, String text) throws IOException {
        var path = Files.writeString(project.resolve(file), text);
        if (text.startsWith("#!")) {
            assertThat(path.toFile().setExecutable(true)).isTrue();
        }
    }

    private void commit() throws Exception {
        git("add", "-A");
        git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "Change");
    }

    private void git(String... arguments) throws Exception {
        InstalledProgram.orSkip("git").run(project, ENVIRONMENT, arguments);
    }

    private String release(Map<String, String> environment, String... arguments) throws Exception {
        return InstalledProgram.at(project.resolve(".ci/release")).run(project, with(environment), arguments);
    }

    private static Map<String, String> with(Map<String, String> more) {
        var environment = new HashMap<>(ENVIRONMENT);
        environment.putAll(more);
        return environment;
    }

    @Test
    void shouldCollectTheFilesOfARelease() throws Exception {
        var output = release(Map.of("RELEASE_URL", "https://example.org/v1.2.3/"), "1.2.3");

        assertThat(output).contains("Not signed", "Tag of the image: 1.2.3-ce2025.5\n");
        assertThat(files())
                .containsExactlyInAnyOrder(
                        NAME + ".zip",
                        NAME + ".zip.sha256",
                        NAME + ".cdx.json",
                        NAME + ".cdx.json.sha256",
                        "notes.md",
                        "values.yaml");
        assertThat(read(NAME + ".zip.sha256")).isEqualTo(SUM + "  " + NAME + ".zip\n");
        assertThat(read("notes.md")).isEqualToIgnoringNewLines("- A change.");
        assertThat(read("values.yaml"))
                .contains("    # SHA-256 " + SUM + "\n    extensionUri: https://example.org/v1.2.3/" + NAME + ".zip\n");
    }

    @Test
    void shouldNameTheReleasesOfTheProject() throws Exception {
        release(Map.of(), "1.2.3");

        assertThat(read("values.yaml"))
                .contains("extensionUri: https://github.com/owner/project/releases/download/v1.2.3/" + NAME + ".zip\n");
    }

    @ParameterizedTest
    @CsvSource({
        "CHANGELOG.md, ' - 2026-12-01', ' - unreleased', CHANGELOG.md has no section",
        "parent/pom.xml, 2026-12-01, 2026-11-21, 'not 2026-12-01T00:00:00Z'",
        "parent/pom.xml, 1.2.3, 1.2.4, 'has the version 1.2.4, not 1.2.3'",
    })
    void shouldRefuseWhatDoesNotAgree(String file, String text, String wrong, String problem) throws Exception {
        write(file, Files.readString(project.resolve(file)).replace(text, wrong));
        commit();

        assertThatThrownBy(() -> release(Map.of(), "1.2.3")).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.3", "--check-reproducible"})
    void shouldRefuseFilesThatAreNotCommitted(String argument) throws Exception {
        write("new.txt", "new");

        assertThatThrownBy(() -> release(Map.of(), argument)).hasMessageContaining("not committed: ?? new.txt");
    }

    @Test
    void shouldSignTheFiles() throws Exception {
        var gpg = InstalledProgram.orSkip("gpg");
        var home = with(
                Map.of("GNUPGHOME", Files.createDirectory(folder.resolve("gpg")).toString()));
        var key = "test@example.org";
        try {
            gpg.run(project, home, "--batch", "--passphrase", "", "--quick-generate-key", key, "ed25519", "sign", "1d");

            var output =
                    release(Map.of("GNUPGHOME", folder.resolve("gpg").toString(), "RELEASE_SIGNING_KEY", key), "1.2.3");

            assertThat(output).contains("Good signature from \"" + key + "\"").doesNotContain("Not signed");
            assertThat(files()).contains(NAME + ".zip.asc", NAME + ".cdx.json.asc", "values.yaml.asc");
            Files.writeString(project.resolve("target/release/" + NAME + ".zip"), "changed");
            assertThatThrownBy(() -> gpg.run(
                            project.resolve("target/release"), home, "--verify", NAME + ".zip.asc", NAME + ".zip"))
                    .hasMessageContaining("BAD signature");
        } finally {
            InstalledProgram.orSkip("gpgconf").run(project, home, "--kill", "all");
        }
    }

    @Test
    void shouldCompareTwoBuilds() throws Exception {
        assertThat(release(Map.of(), "--check-reproducible")).contains(SUM + "  " + NAME + ".zip\n");
        write("mvnw", MAVEN.formatted(" $(umask) $TZ"));
        commit();

        assertThatThrownBy(() -> release(Map.of(), "--check-reproducible"))
                .hasMessageContaining("Two builds of " + NAME + ".zip differ");
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(project.resolve("target/release"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private String read(String file) throws IOException {
        return Files.readString(project.resolve("target/release").resolve(file));
    }

    @Test
    void shouldRefuseChangesThatTheChangelogLacks() throws Exception {
        Files.createDirectory(project.resolve("changes"));
        write("changes/one.md", "Added: One.\n");
        commit();

        assertThatThrownBy(() -> release(Map.of(), "1.2.3")).hasMessageContaining("not in CHANGELOG.md yet");
    }

    @Test
    void shouldSignWithoutAKey() throws Exception {
        var programs = Files.createDirectory(project.resolve("programs"));
        write("programs/cosign", "#!/bin/sh\necho \"$@\"\ntouch \"$4\"\n");
        commit();
        release(Map.of(), "1.2.3");

        var output = InstalledProgram.at(TOP.resolve(".ci/sign"))
                .run(project, Map.of("PATH", programs + ":" + System.getenv("PATH")), "target/release");

        assertThat(output).contains("sign-blob --yes --bundle " + NAME + ".zip.sigstore.json " + NAME + ".zip\n");
        assertThat(files())
                .contains(NAME + ".zip.sigstore.json", NAME + ".cdx.json.sigstore.json", "values.yaml.sigstore.json");
    }

    @ParameterizedTest
    @CsvSource({
        "build, ./mvnw -B verify, ''",
        "nightly, .ci/run -Dhivemq-ce.version=${{ matrix.hivemq-ce }} -Dhivemq-extension-sdk.version=${{ matrix.sdk }}, ''",
        "release, .ci/run, attestations id-token id-token pages",
        "codeql, '', security-events",
        "dependencies, '', ''"
    })
    void shouldOnlyCallScriptsInWorkflows(String workflow, String command, String writes) throws IOException {
        var text = Files.readString(TOP.resolve(".github/workflows/" + workflow + ".yml"));

        assertThat(values("uses", text)).isNotEmpty().allMatch(use -> use.matches("[\\w/-]+@[0-9a-f]{40} # v[\\d.]+"));
        assertThat(values("run", text))
                .contains(command.isEmpty() ? new String[0] : new String[] {command})
                .allMatch(run -> run.matches("\\./mvnw -B verify|\\.ci/(run|site|(release|sign|run) .+)"));
        assertThat(text).contains("\npermissions:\n  contents: read\n").doesNotContain("\t", "secrets.");
        assertThat(Pattern.compile("([\\w-]+): write")
                        .matcher(text)
                        .results()
                        .map(match -> match.group(1))
                        .sorted())
                .as("rights beyond reading")
                .containsExactly(writes.isEmpty() ? new String[0] : writes.split(" ", -1));
    }

    @Test
    @Tag("full")
    void shouldPassActionlint() throws Exception {
        assertThat(InstalledProgram.orSkip("actionlint").run(TOP)).isEmpty();
    }

    private static List<String> values(String key, String text) {
        return Pattern.compile("(?m)^ +- " + key + ": (.+)$")
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
