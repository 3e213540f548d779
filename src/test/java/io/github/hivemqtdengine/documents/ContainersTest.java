package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
