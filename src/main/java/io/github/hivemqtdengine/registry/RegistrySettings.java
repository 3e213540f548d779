// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one schema registry.
 *
 * @param url the URL below which the API of Confluent's registry is, without a slash at its end
 * @param username the user, empty for none
 * @param password the password; never logged
 * @param tls the verification of the server, or {@code null} for that of the JVM
 * @param requestTimeout limit for the look-up of one schema with its references
 */
public record RegistrySettings(
        String id,
        String url,
        String username,
        String password,
        @Nullable TlsSettings tls,
        Duration requestTimeout) {

    /** Limit for a look-up unless another one is configured. */
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    /** Returns the URL and the user, without the password. */
    @Override
    public String toString() {
        return url + (username.isEmpty() ? "" : ", user " + username);
    }
}
