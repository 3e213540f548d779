// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the settings common to all clients. */
final class ClientsReader {

    private static final int MOST_SOURCES = 250;

    private final Settings settings;

    ClientsReader(Settings settings) {
        this.settings = settings;
    }

    ClientSettings read() {
        settings.find(ScenarioKey.BROKER, text -> BrokerAddress.parse(text, Optional.empty(), false));
        settings.find(ScenarioKey.BROKER_PORT, Numbers.whole(1, 65_535));
        return new ClientSettings(
                version(settings),
                credentials(),
                tls(),
                settings.find(ScenarioKey.WEBSOCKET, ClientsReader::path),
                settings.duration(ScenarioKey.KEEP_ALIVE),
                settings.whole(ScenarioKey.SOURCES, 1, MOST_SOURCES),
                reconnect());
    }

    /** Returns the version of MQTT: 3 or 5. */
    static int version(Settings settings) {
        return settings.read(ScenarioKey.MQTT_VERSION, Choice.of("3", 3, "5", 5));
    }

    private boolean reconnect() {
        return settings.flag(ScenarioKey.RECONNECT)
                || settings.find(ScenarioKey.FAULTS, new FaultsSyntax()).stream()
                        .flatMap(List::stream)
                        .anyMatch(fault -> fault.kind().isOfTheBroker());
    }

    private Optional<ClientSettings.Credentials> credentials() {
        if (!settings.has(ScenarioKey.USER_NAME)) {
            settings.refuse(ScenarioKey.PASSWORD, "needs a user_name beside it");
            return Optional.empty();
        }
        return Optional.of(new ClientSettings.Credentials(
                settings.text(ScenarioKey.USER_NAME), settings.text(ScenarioKey.PASSWORD)));
    }

    private Optional<TlsSettings> tls() {
        var files = new TlsSettings(
                settings.find(ScenarioKey.TLS_ROOTCA_CERT, ClientsReader::file),
                settings.find(ScenarioKey.TLS_CLIENT_KEY, ClientsReader::file),
                settings.find(ScenarioKey.TLS_CLIENT_CERT_CHAIN, ClientsReader::file));
        if (files.clientKey().isPresent() && files.clientCertificateChain().isEmpty()) {
            settings.refuse(ScenarioKey.TLS_CLIENT_KEY, "needs a tls_client_cert_chain beside it");
        }
        boolean encrypted = settings.flag(ScenarioKey.TLS)
                || settings.text(ScenarioKey.BROKER).startsWith(BrokerAddress.TLS_SCHEME);
        return encrypted ? Optional.of(files) : Optional.empty();
    }

    private static String path(String text) {
        if (!text.matches("/[\\w.~/-]*")) {
            throw new MalformedValueException("must be a path, like /mqtt");
        }
        return text;
    }

    private static Path file(String name) {
        if (name.contains(";")) {
            throw new MalformedValueException("must be one file; put all certificates into it");
        }
        return ExistingFile.read(name);
    }
}
