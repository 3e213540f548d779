// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.scenario.Identities.Identity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings common to all clients of a load.
 *
 * @param tls TLS files; empty for plain TCP
 * @param identities identities of the groups that have their own, by name; those of the others are under an empty name
 * @param connectRate most connections per second at the start; 0 for no limit
 */
public record ClientSettings(
        int mqttVersion,
        Optional<Credentials> credentials,
        Optional<TlsSettings> tls,
        Map<String, Identities> identities,
        int connectRate,
        Optional<String> webSocketPath,
        Duration keepAlive,
        int sourceAddresses,
        boolean reconnect) {

    /** Creates settings of clients that the load tests identify, and that connect as fast as the broker accepts them. */
    public ClientSettings(
            int mqttVersion,
            Optional<Credentials> credentials,
            Optional<TlsSettings> tls,
            Optional<String> webSocketPath,
            Duration keepAlive,
            int sourceAddresses,
            boolean reconnect) {
        this(
                mqttVersion,
                credentials,
                tls,
                Map.of("", Identities.NONE),
                0,
                webSocketPath,
                keepAlive,
                sourceAddresses,
                reconnect);
    }

    /** Returns whether some client ids are the user's. */
    public boolean nameClients() {
        return identities.values().stream().anyMatch(Identities::nameClients);
    }

    /** Returns the identities of a group; without a name, those of idle connections. */
    public Identities identities(String group) {
        return Objects.requireNonNull(identities.getOrDefault(group, identities.get("")));
    }

    /** Returns the identity of the client with a number in the whole load. */
    public Identity identity(String group, int number) {
        return identities(group).of(number, new Identity(Optional.empty(), credentials, tls));
    }

    public record Credentials(String userName, String password) {

        Credentials of(int number) {
            return new Credentials(Identities.of(userName, number), Identities.of(password, number));
        }

        /** Returns these credentials, with the password of others if they have none. */
        Credentials or(Optional<Credentials> others) {
            return password.isEmpty() && others.isPresent() ? new Credentials(userName, others.get().password) : this;
        }

        @Override
        public String toString() {
            return userName; // keeps the password out of reports
        }
    }

    /**
     * PEM files of mqttloader's TLS keys; those of the client may have {@code {client}} in their names.
     *
     * @param rootCertificate trusted certificate; default is the JVM's trust store
     */
    public record TlsSettings(
            Optional<Path> rootCertificate, Optional<Path> clientKey, Optional<Path> clientCertificateChain) {

        /** Returns the files of the client with a number; its own certificate replaces that of all. */
        TlsSettings of(int number, Optional<TlsSettings> own) {
            return new TlsSettings(
                    rootCertificate,
                    own.flatMap(TlsSettings::clientKey).or(() -> clientKey.map(file -> of(file, number))),
                    own.flatMap(TlsSettings::clientCertificateChain)
                            .or(() -> clientCertificateChain.map(file -> of(file, number))));
        }

        private static Path of(Path file, int number) {
            return Path.of(Identities.of(file.toString(), number));
        }
    }
}
