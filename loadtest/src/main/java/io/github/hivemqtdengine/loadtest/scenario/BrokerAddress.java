// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Address of a broker.
 *
 * @param host name or IP address
 * @param port 1 to 65535
 */
public record BrokerAddress(String host, int port) {

    /** Scheme of an encrypting broker's address in mqttloader. */
    public static final String TLS_SCHEME = "ssl://";

    private static final Pattern ADDRESS =
            Pattern.compile("(?:(?:tcp|ssl)://)?(\\[[^]\\s]+]|[^:/\\s]+)(?::(\\d{1,5}))?");
    private static final int PLAIN_PORT = 1883;
    private static final int TLS_PORT = 8883;
    private static final int LARGEST_PORT = 65_535;

    /**
     * Parses a host with optional scheme (as in mqttloader) and port.
     *
     * @param port overrides the port in {@code text}
     * @throws MalformedValueException if the text is not an address
     */
    public static BrokerAddress parse(String text, Optional<String> port, boolean encrypted) {
        var parts = ADDRESS.matcher(text);
        if (!parts.matches()) {
            throw new MalformedValueException("must be a host, like 127.0.0.1");
        }
        int number = port.or(() -> Optional.ofNullable(parts.group(2)))
                .map(Syntax.whole(1, LARGEST_PORT)::read)
                .orElse(encrypted ? TLS_PORT : PLAIN_PORT);
        return new BrokerAddress(parts.group(1), number);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
