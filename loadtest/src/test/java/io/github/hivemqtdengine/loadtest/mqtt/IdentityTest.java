// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers that know each client by its password, client id or certificate, and allow it only topics of its own. */
@Tag("full")
class IdentityTest {

    private static final int USERS = 3;
    private static final int PBKDF2_ROUNDS = 101;
    private static final Pattern CONNECTED = Pattern.compile("(\\d+): New client connected from \\S+ as (\\S+) ");

    @TempDir
    static Path folder;

    @TempDir
    static Path certificates;

    @AutoClose
    static @Nullable TestBroker byPassword;

    @AutoClose
    static @Nullable TestBroker byCertificate;

    @BeforeAll
    static void startBrokers() throws Exception {
        Programs.MOSQUITTO.path(); // skips the tests before keys are generated
        var passwords = new StringBuilder();
        var trusted = new StringBuilder();
        selfSigned("server", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost");
        for (int i = 0; i < USERS; i++) {
            passwords.append("u" + i + ":" + hash("secret" + i) + "\n");
            selfSigned("u" + i);
            trusted.append(Files.readString(certificates.resolve("u" + i + ".pem")));
        }
        Files.writeString(folder.resolve("passwords"), passwords);
        Files.writeString(certificates.resolve("trusted"), trusted);
        Files.writeString(folder.resolve("acl"), """
                pattern readwrite user/%u
                pattern write id/%c
                pattern read id/p-%c
                """);
        byPassword = TestBroker.mosquitto(
                folder, "password_file %1$s/passwords\nacl_file %1$s/acl\nlog_type all\n".formatted(folder));
        byCertificate = TestBroker.mosquitto(certificates, """
                certfile %1$s/server.pem
                keyfile %1$s/server.key
                cafile %1$s/trusted
                require_certificate true
                use_identity_as_username true
                acl_file %2$s/acl
                """.formatted(certificates, folder));
    }

    /** Returns a hash of mosquitto's password file. */
    private static String hash(String password) throws Exception {
        var salt = new byte[12];
        var key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, PBKDF2_ROUNDS, 512));
        var base64 = Base64.getEncoder();
        return "$7$" + PBKDF2_ROUNDS + "$" + base64.encodeToString(salt) + "$"
                + base64.encodeToString(key.getEncoded());
    }

    private static void selfSigned(String name, String... more) throws Exception {
        var command = new ArrayList<>(
                List.of(Programs.OPENSSL.path().toString(), "req", "-x509", "-newkey", "rsa:2048", "-nodes"));
        command.addAll(List.of("-keyout", name + ".key", "-out", name + ".pem", "-subj", "/CN=" + name));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command)
                .directory(certificates.toFile())
                .redirectErrorStream(true)
                .redirectOutput(certificates.resolve("openssl.log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static LoadResult run(@Nullable TestBroker broker, String prefix, int generators, String... lines)
            throws Exception {
        var text = "num_messages = 4\nqos_publisher = 1\nsubscriber_timeout = 1\n" + String.join("\n", lines);
        var plan = ScenarioText.read(text).load();
        var loader = new Loader(Objects.requireNonNull(broker).address(), prefix, Recording.NOTHING);
        var shares = new ArrayList<LoadGenerator>();
        for (int i = 0; i < generators; i++) {
            shares.add(loader.generator(plan, new Share(i, generators)));
        }
        return Loader.run(plan, shares, Duration.ZERO, RunListener.NONE);
    }

    private static void assertComplete(LoadResult result) {
        assertThat(result.failures()).isEmpty();
        assertThat(result.deliveries().expected()).isEqualTo(4 * USERS);
        assertThat(result.deliveries().received()).isEqualTo(4 * USERS);
    }

    private static Stream<MatchResult> connected(String clientIds) throws IOException {
        return CONNECTED
                .matcher(Files.readString(folder.resolve("mosquitto.log")))
                .results()
                .filter(client -> client.group(2).matches(clientIds));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldAuthenticateEachClientByItsPassword(int generators) throws Exception {
        var result = run(
                byPassword,
                "own" + generators,
                generators,
                "num_publishers = " + USERS,
                "num_subscribers = " + USERS,
                "x.topic = user/u{client}",
                "x.subscriber_filter = user/u{client}",
                "user_name = u{client}",
                "password = secret{client}");

        assertComplete(result);
    }

    @ParameterizedTest
    @CsvSource({"100, 0, p", "0, 100, s"})
    void shouldSayWhichClientIsRefused(int publishers, int subscribers, String kind) throws Exception {
        assertThatThrownBy(() -> run(
                        byPassword,
                        "refused",
                        1,
                        "num_publishers = " + publishers,
                        "num_subscribers = " + subscribers,
                        "x.connect_rate = 20",
                        "user_name = u{client}",
                        "password = secret0"))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(?s)A client could not connect: refused-" + kind + "\\d+: .*NOT_AUTHORIZED.*");
        assertThat(Files.readAllLines(folder.resolve("mosquitto.log")))
                .filteredOn(line -> line.matches(".*Sending CONNACK .*\\(0, 135\\)"))
                .hasSizeBetween(1, 98); // not all 99: the first ends the connecting
    }

    @Test
    void shouldGiveEachClientItsClientId() throws Exception {
        var result = run(
                byPassword,
                "unused",
                1,
                "num_publishers = 0",
                "num_subscribers = 0",
                "user_name = u0",
                "password = secret0",
                "x.connections = 2",
                "x.client_id = idle-{client}",
                "x.topic = id/p-{client}",
                "x.group.p.num_publishers = " + USERS,
                "x.group.p.x.client_id = p-{client}",
                "x.group.s.num_subscribers = " + USERS,
                "x.group.s.x.client_id = {client}",
                "x.group.s.x.subscriber_filter = id/p-{client}",
                "x.group.s.x.churn = 200 ms for 50 ms");

        assertComplete(result);
        assertThat(connected("\\d|idle-.*|p-.*|unused.*").map(client -> client.group(2)))
                .contains("idle-0", "idle-1", "p-0", "p-1", "p-2", "0", "1", "2")
                .noneMatch(clientId -> clientId.startsWith("unused"));
    }

    @Test
    void shouldReadClientsFromAFile() throws Exception {
        var publishers = Files.writeString(
                folder.resolve("p.csv"),
                "client_id,user_name,password\np-c,u2,secret2\np-b,u1,secret1\np-a,u0,secret0\n");
        var subscribers =
                Files.writeString(folder.resolve("s.csv"), "user_name,password\nu2,secret2\nu1,secret1\nu0,secret0\n");

        var result = run(
                byPassword,
                "csv",
                2,
                "num_publishers = 0",
                "num_subscribers = 0",
                "x.topic = user/u{client}",
                "x.group.p.num_publishers = " + USERS,
                "x.group.p.x.clients = " + publishers,
                "x.group.s.num_subscribers = " + USERS,
                "x.group.s.x.subscriber_filter = user/u1",
                "x.group.s.x.clients = " + subscribers);

        assertThat(connected("p-[abc]").map(client -> client.group(2))).containsExactlyInAnyOrder("p-a", "p-b", "p-c");
        assertThat(result.deliveries().byGroup().get(1).received()).isEqualTo(4); // of u1 to u1
    }

    @Test
    void shouldUseACertificateForEachClient() throws Exception {
        var result = run(
                byCertificate,
                "own",
                2,
                "num_publishers = " + USERS,
                "num_subscribers = " + USERS,
                "x.topic = user/u{client}",
                "x.subscriber_filter = user/u{client}",
                "tls = true",
                "tls_rootca_cert = " + certificates + "/server.pem",
                "tls_client_key = " + certificates + "/u{client}.key",
                "tls_client_cert_chain = " + certificates + "/u{client}.pem");

        assertComplete(result);
    }

    @Test
    void shouldKeepCertificatesForClientsThatShareThem() throws Exception {
        for (int i = 0; i <= 1_000; i++) {
            Files.copy(certificates.resolve("u0.key"), folder.resolve(i + ".key"));
        }
        var clients = ScenarioText.read("num_publishers = 1001\nnum_subscribers = 0\ntls = true\ntls_client_key = "
                        + folder + "/{client}.key\ntls_client_cert_chain = " + certificates + "/u0.pem")
                .load()
                .clients();
        try (var loop = new Loop("test")) {
            var broker = new Broker(Objects.requireNonNull(byCertificate).address(), "lt", clients, 1);
            var first = broker.seat("", 'p', 0, loop, true).tls().orElseThrow();

            assertThat(broker.seat("", 's', 0, loop, true).tls().orElseThrow()).isSameAs(first);
            for (int i = 1; i <= 1_000; i++) {
                assertThat(broker.seat("", 'p', i, loop, true).tls().orElseThrow())
                        .isNotSameAs(first);
            }
            assertThat(broker.seat("", 'p', 0, loop, true).tls().orElseThrow()).isNotSameAs(first);
        }
    }

    @Test
    void shouldSayWhichFileOfWhichClientIsInvalid() throws Exception {
        var clients = Files.writeString(
                folder.resolve("tls.csv"),
                "key,certificate\n%1$s/u0.key,%1$s/u0.pem\n%1$s/u1.pem,%1$s/u1.pem\n".formatted(certificates));

        assertThatThrownBy(() -> run(
                        byCertificate,
                        "bad",
                        1,
                        "num_publishers = 2",
                        "num_subscribers = 0",
                        "tls = true",
                        "tls_rootca_cert = " + certificates + "/server.pem",
                        "x.clients = " + clients))
                .isInstanceOf(IOException.class)
                .hasMessage("bad-p1: " + certificates + "/u1.pem has no PKCS #8 key (BEGIN PRIVATE KEY)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldConnectAtTheRate(int generators) throws Exception {
        var result = run(
                byPassword,
                "rate" + generators,
                generators,
                "num_publishers = 10",
                "num_subscribers = 10",
                "x.connections = 10",
                "x.connect_rate = 10",
                "user_name = u0",
                "password = secret0");

        var perSecond = connected("rate" + generators + "-.*")
                .collect(Collectors.groupingBy(client -> client.group(1), Collectors.counting()));
        assertThat(perSecond.values()).allMatch(count -> count <= 25); // 10, and those of a slow start
        assertThat(perSecond.values().stream().mapToLong(count -> count).sum()).isEqualTo(30);
        assertThat(result.connections().connectSeconds()).isGreaterThan(2.8);
    }
}
