package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * What all clients of a load have in common.
 *
 * @param mqttVersion 3 (3.1.1) or 5
 * @param credentials how they log in
 * @param tls how they encrypt
 * @param keepAlive the MQTT keep-alive; zero switches it off
 * @param sourceAddresses from how many addresses of 127.0.0.0/8 they connect, at least 1; each gives about 28,000 ports
 * @param processes in how many JVMs the crowd is, at least 1, which is the one of the runner and has all the others
 */
public record ClientSettings(
        int mqttVersion,
        Optional<Credentials> credentials,
        Optional<TlsSettings> tls,
        Duration keepAlive,
        int sourceAddresses,
        int processes) {

    /** A name and a password. */
    public record Credentials(String userName, String password) {

        @Override
        public String toString() {
            return userName; // a password stays out of reports
        }
    }
}
