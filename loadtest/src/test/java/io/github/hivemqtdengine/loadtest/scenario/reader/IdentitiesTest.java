// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.Identities.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Client ids, credentials and certificates of single clients. */
class IdentitiesTest {

    @TempDir
    Path folder;

    private static Identity identity(String text, String group, int number) throws Exception {
        return ScenarioText.read(text).load().clients().identity(group, number);
    }

    private static Identity identity(@Nullable String clientId, @Nullable String user, String password) {
        return new Identity(
                Optional.ofNullable(clientId),
                Optional.ofNullable(user).map(name -> new Credentials(name, password)),
                Optional.empty());
    }

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("clients.csv"), content).toString();
    }

    @Test
    void shouldPutTheNumberOfTheClientIntoItsIdentity() throws Exception {
        var text = "num_subscribers = 0\nx.client_id = m-{client}\nuser_name = u{client}\npassword = {client}secret";

        assertThat(identity(text, "", 7)).isEqualTo(identity("m-7", "u7", "7secret"));
        assertThat(identity("", "", 7)).isEqualTo(identity(null, null, ""));
    }

    @Test
    void shouldPutTheNumberOfTheClientIntoTheNamesOfItsFiles() throws Exception {
        Files.writeString(folder.resolve("0.key"), "");
        Files.writeString(folder.resolve("chain"), "");
        var text = "tls = true\ntls_client_key = " + folder + "/{client}.key\ntls_client_cert_chain = " + folder
                + "/chain";

        assertThat(identity(text, "", 12).tls())
                .contains(new TlsSettings(
                        Optional.empty(), Optional.of(folder.resolve("12.key")), Optional.of(folder.resolve("chain"))));
        assertThat(ScenarioText.problems(text + "\nnum_publishers = 3\nx.client_id = m{client}\nnum_subscribers = 0"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.key()).isEqualTo("tls_client_key");
                    assertThat(problem.rule())
                            .isEqualTo("leads client 1 to a file that is not there: " + folder.resolve("1.key"));
                });
    }

    @Test
    void shouldReadClientsFromAFile() throws Exception {
        Files.writeString(folder.resolve("1.key"), "");
        Files.writeString(folder.resolve("1.pem"), "");
        var text = "x.clients = "
                + file("""
                        \uFEFFpassword,user_name,certificate,key,client_id
                        "a,""b",ann,,,one
                        ,bob,%1$s/1.pem,%1$s/1.key,
                        ,,,,three
                        """.formatted(folder))
                + "\nnum_publishers = 3\nnum_subscribers = 0\nx.client_id = m-{client}\nuser_name = u{client}\n"
                + "password = secret{client}\ntls = true";

        assertThat(identity(text, "", 0).clientId()).contains("one");
        assertThat(identity(text, "", 0).credentials()).contains(new Credentials("ann", "a,\"b"));
        assertThat(identity(text, "", 1).clientId()).contains("m-1");
        assertThat(identity(text, "", 1).credentials()).contains(new Credentials("bob", "secret1"));
        assertThat(identity(text, "", 1).tls())
                .contains(new TlsSettings(
                        Optional.empty(), Optional.of(folder.resolve("1.key")), Optional.of(folder.resolve("1.pem"))));
        assertThat(identity(text, "", 2).clientId()).contains("three");
        assertThat(identity(text, "", 2).credentials()).contains(new Credentials("u2", "secret2"));
    }

    @Test
    void shouldKnowTheIdentitiesOfEachGroup() throws Exception {
        var text =
                """
                num_publishers = 0
                num_subscribers = 0
                x.connections = 2
                x.topic = t/{client}
                x.client_id = idle-{client}
                x.clients = %s
                x.group.sensors.num_publishers = 2
                x.group.sensors.x.client_id = sensor-{client}
                x.group.boards.num_subscribers = 2
                x.group.boards.x.clients = %s
                x.group.boards.x.client_id =
                """.formatted(file("user_name\nann\nbob\n"), Files.writeString(folder.resolve("b"), "client_id\nx\ny"));

        assertThat(identity(text, "", 1)).isEqualTo(identity("idle-1", "bob", ""));
        assertThat(identity(text, "sensors", 1)).isEqualTo(identity("sensor-1", "bob", ""));
        assertThat(identity(text, "boards", 1)).isEqualTo(identity("y", null, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "user_name;1;2            | -",
                "user_name;1;2;3          | -",
                "user_name;1              | has 1 rows, but clients with numbers from 0 to 1 need 2",
                "user_name                | must have rows below its header",
                "user;1;2                 | must have no other columns than client_id, user_name, password, key, cert",
                "user_name;1,2;3,4        | must have in line 2 as many cells as its header: an empty cell needs its comma",
                "client_id,user_name;a;b  | must have in line 2 as many cells as its header: an empty cell needs its comma",
                "client_id,user_name;a,;b | must have in line 3 as many cells as its header: an empty cell needs its comma",
                "user_name;1;'2           | must be a CSV file: Unclosed quoted field at end of input (record starting at line 3)",
                "user_name;'1;2';3        | must have in line 2 no line break in a cell: close its quote",
                "user_name;1;'2;3';4;5    | must have in line 3 no line break in a cell: close its quote",
                "user_name,password;,2;3, | must have in line 2 a user_name beside the password",
                "key;a;b                  | must have in line 2 both key and certificate",
                "key,certificate;a,b;c,d  | leads client 0 to a file that is not there: a",
                "client_id;a;b            | -",
                "client_id;a;a            | gives two clients the client id a:",
            })
    void shouldRefuseAFileThatLacksSomething(String content, @Nullable String why) throws Exception {
        var text = "num_publishers = 2\nnum_subscribers = 0\ntls = true\nx.clients = "
                + file(content.replace(';', '\n').replace('\'', '"'));

        assertThat(ScenarioText.problems(text)).hasSize(why == null ? 0 : 1).allSatisfy(problem -> {
            assertThat(problem.key()).isEqualTo("x.clients");
            assertThat(problem.rule()).contains(why);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "num_subscribers = 0; x.client_id = m{client}                           | -",
                "num_subscribers = 0; x.client_id = m                                   | two clients the client id m:",
                "num_subscribers = 1; x.client_id = m{client}                           | two clients the client id m0:",
                "num_subscribers = 0; x.client_id = m{client}; x.connections = 1        | two clients the client id m0:",
                "x.group.p.num_subscribers = 0; x.group.p.x.client_id = m{client}       | -",
                "x.connect_rate = 1; x.connections = 3597                               | -",
                "x.connect_rate = 1; x.connections = 3598                               | more than an hour for 3601",
            })
    void shouldRefuseWhatCannotConnect(String text, @Nullable String why) {
        assertThat(ScenarioText.problems("num_publishers = 2\n" + text.replace("; ", "\n")))
                .hasSize(why == null ? 0 : 1)
                .allSatisfy(problem -> assertThat(problem.rule()).contains(why));
    }

    @Test
    void shouldRefuseCertificatesWithoutTls() throws Exception {
        var text = "num_subscribers = 0\nx.clients = " + file("key,certificate\na,b\n");

        assertThat(ScenarioText.problems(text))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).isEqualTo("has certificates, which need tls = true"));
    }

    @Test
    void shouldKeepPasswordsOutOfWhatIsShown() throws Exception {
        var text = "num_subscribers = 0\nx.clients = " + file("user_name,password\nann,secret\n");

        assertThat(ScenarioText.read(text).toString()).contains("ann").doesNotContain("secret");
        assertThat(ScenarioText.problems(text + "\nnum_publishers = 2"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.sentence()).doesNotContain("secret"));
    }
}
