// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rules for the files of the containers. */
class ContainersTest {

    private static final Path TOP = Path.of("").toAbsolutePath();
    private final String compose = text("docker/compose.yaml").replaceAll("(?m)^ *#.*\\R", "");
    private static final Pattern SERVICE = Pattern.compile("(?m)^  ([\\w-]+):\\n((?:    .*\\n|\\n)+)");
    private static final Pattern SETTING_OF_A_PASSWORD =
            Pattern.compile("(?m)^ +(\\w*(?:PASSWORD|SECRET|TOKEN)\\w*): *(.+)$");

    ContainersTest() throws IOException {}

    @Test
    void shouldPublishPortsOnTheLoopbackAddressOnly() {
        assertThat(items("ports")).hasSize(4).allMatch(port -> port.matches("\"127\\.0\\.0\\.1:\\d+:\\d+\""));
        assertThat(compose)
                .doesNotContain("network_mode", "published:", "privileged", "GF_AUTH_ANONYMOUS_ENABLED: \"true\"");
    }

    @Test
    void shouldRestartEveryServiceThatDoesNotEndByItself() {
        assertThat(services())
                .containsOnlyKeys("broker", "tdengine", "tdengine-setup", "prometheus", "grafana")
                .allSatisfy((name, service) -> assertThat(service)
                        .as(name)
                        .contains(
                                name.equals("tdengine-setup")
                                        ? "    restart: \"no\"\n"
                                        : "    restart: unless-stopped\n"));
    }

    @Test
    void shouldCheckTheHealthOfEveryServiceThatRuns() throws IOException {
        var dockerfile = text("docker/Dockerfile");

        assertThat(services())
                .allSatisfy((name, service) -> assertThat(name.equals("broker") ? dockerfile : service)
                        .as(name)
                        .containsPattern("HEALTHCHECK .+ CMD|healthcheck:\n +(?:test:|disable: true)"));
        assertThat(compose).doesNotContainPattern("depends_on:\n +-");
    }

    /** The digests of the other images were not known; docker/pin writes them. */
    @Test
    void shouldNameImagesByVersionAndDigest() throws IOException {
        var images = Pattern.compile("(?m)^(?:FROM| +image:) (\\S+:\\S+)")
                .matcher(text("docker/Dockerfile") + compose)
                .results()
                .map(image -> image.group(1))
                .toList();

        assertThat(images).hasSize(5).allMatch(image -> image.matches("[\\w./-]+:v?[\\d.]+(@sha256:[0-9a-f]{64})?"));
        assertThat(images)
                .filteredOn(image -> !image.contains("@"))
                .allMatch(image -> image.startsWith("hivemq/hivemq-ce:") || image.startsWith("tdengine/tsdb:"));
    }

    /** The script needs GNU's programs. */
    @Test
    @DisabledOnOs({OS.WINDOWS, OS.MAC})
    void shouldPinWhatIsDownloaded(@TempDir Path folder) throws Exception {
        for (var file : List.of("Dockerfile", "compose.yaml", "pin")) {
            Files.copy(TOP.resolve("docker").resolve(file), folder.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        var digest = "sha256:" + "1f".repeat(32);
        var sum = "b47d3b5e2a0f4d0fd0d6a2a9d1f6ff3c";
        var programs = Files.createDirectory(folder.resolve("programs"));
        script(programs.resolve("docker"), "echo " + digest);
        script(programs.resolve("sha256sum"), "echo \"$(cat)  -\"");
        script(programs.resolve("curl"), "echo " + sum);
        var environment = Map.of("PATH", programs + ":" + System.getenv("PATH"));
        var pin = InstalledProgram.at(folder.resolve("pin"));

        var output = pin.run(folder, environment);
        pin.run(folder, environment);

        assertThat(output).contains("tdengine/tsdb:", "@" + digest + "\n", ".zip " + sum + "\n");
        assertThat(Files.readString(folder.resolve("Dockerfile")))
                .contains("\nARG PROMETHEUS_EXTENSION_SHA256=" + sum + "\n")
                .containsPattern("\nFROM alpine:[\\d.]+@" + digest + " AS extensions\n")
                .containsPattern("\nFROM hivemq/hivemq-ce:[\\d.]+@" + digest + "\n");
        assertThat(Files.readString(folder.resolve("compose.yaml")))
                .containsPattern("\n    image: tdengine/tsdb:[\\d.]+@" + digest + "\n")
                .contains("\n    image: hivemq-tdengine\n");
        script(programs.resolve("sha256sum"), "echo 'other  -'");
        assertThatThrownBy(() -> pin.run(folder, environment)).hasMessageContaining("does not have the sum");
    }

    private static void script(Path file, String command) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldLabelTheImage() throws IOException {
        assertThat(text("docker/Dockerfile"))
                .contains("ARG REVISION=\n", "ARG CREATED=\n")
                .contains("image.revision=\"$REVISION\"", "image.created=\"$CREATED\"", "image.source=\"https://");
        assertThat(compose).contains("REVISION: ${REVISION:-}\n", "CREATED: ${CREATED:-}\n");
    }

    @Test
    void shouldContainNoPassword() throws IOException {
        assertThat(SETTING_OF_A_PASSWORD.matcher(compose).results())
                .hasSize(3)
                .allMatch(setting -> setting.group(1).endsWith("__FILE")
                        ? setting.group(2).startsWith("/run/secrets/")
                        : setting.group(2).matches("\\$\\{\\w+:\\?[^}]+}"));
        assertThat(text("docker/grafana/provisioning/datasources/tdengine.yaml"))
                .contains("basicAuthPassword: $__file{/run/secrets/tdengine-grafana}\n")
                .contains("basicAuth: $__file{/run/secrets/tdengine-grafana-basic-auth}\n");
    }

    @Test
    void shouldNameSecretsThatThePasswordScriptCreates() throws IOException {
        var script = text("docker/passwords");
        var secrets = new TreeSet<>(items("secrets"));

        assertThat(secrets).hasSize(4).allSatisfy(secret -> {
            assertThat(compose).contains("  " + secret + ":\n    file: ./secrets/" + secret + "\n");
            assertThat(script).contains(secret);
        });
        assertThat(text(".gitignore")).contains("docker/secrets/\n", "docker/.env\n");
        assertThat(text(".dockerignore")).startsWith("*\n");
    }

    @Test
    void shouldMapThePlantAsTheDemoDoes() throws IOException {
        var demo = text("src/demo/resources/demo-config.xml");
        var routes = demo.substring(demo.indexOf("  <routes>"), demo.indexOf("    <!-- everything else"));
        var everything = text("docker/broker/config.xml");
        var mapping = text("docker/demo/broker/config.xml");

        assertThat(mapping)
                .contains(routes.replace("<database-id>demo<", "<database-id>tdengine<"))
                .contains(everything.substring(everything.indexOf("    <route>"), everything.indexOf("  </routes>")))
                .contains(everything.substring(everything.indexOf("  <databases>"), everything.indexOf("  <routes>")));
    }

    /** Otherwise {@code docker/demo/run down -v} would delete the spool and the rows of the other services. */
    @Test
    void shouldKeepTheDemoApart() throws IOException {
        assertThat(compose).contains("name: hivemq-tdengine\n");
        assertThat(text("docker/demo/compose.yaml")).contains("\nname: hivemq-tdengine-demo\n");
        assertThat(text("docker/demo/run")).contains("docker compose -p hivemq-tdengine-demo -f");
    }

    private static String text(String file) throws IOException {
        return Files.readString(TOP.resolve(file));
    }

    private List<String> items(String list) {
        return Pattern.compile("(?m)^    " + list + ":\\n((?:      - .*\\n)+)")
                .matcher(compose)
                .results()
                .flatMap(match -> match.group(1).lines())
                .map(line -> line.replaceFirst("^ +- ", ""))
                .toList();
    }

    private Map<String, String> services() {
        var section = compose.substring(compose.indexOf("\nservices:\n"), compose.indexOf("\nsecrets:\n"));
        var services = new TreeMap<String, String>();
        SERVICE.matcher(section).results().forEach((MatchResult match) -> services.put(match.group(1), match.group(2)));
        return services;
    }

    @Test
    @Tag("full")
    void shouldPassHadolint() throws IOException, InterruptedException {
        var hadolint = InstalledProgram.orSkip("hadolint");

        assertThat(hadolint.run(TOP, "docker/Dockerfile")).isEmpty();
    }

    @Test
    @Tag("full")
    void shouldBeAcceptedByCompose() throws IOException, InterruptedException {
        var dockerCompose = InstalledProgram.orSkip("docker-compose");

        var password = Map.of("TDENGINE_ROOT_PASSWORD", "secret");

        assertThat(dockerCompose.run(TOP, password, "-f", "docker/compose.yaml", "config", "-q"))
                .isEmpty();
        assertThat(dockerCompose.run(
                        TOP, password, "-f", "docker/compose.yaml", "-f", "docker/demo/compose.yaml", "config", "-q"))
                .isEmpty();
    }
}
