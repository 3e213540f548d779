// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import java.util.List;
import java.util.Optional;

/**
 * Identities of the user's for a group of clients.
 *
 * @param clientId client id, with {@code {client}}
 * @param rows identity of each client, by its number; empty without a file
 */
public record Identities(Optional<String> clientId, List<Identity> rows) {

    static final Identities NONE = new Identities(Optional.empty(), List.of());

    public Identities {
        rows = List.copyOf(rows);
    }

    /** Returns whether client ids are the user's. */
    boolean nameClients() {
        return clientId.isPresent()
                || rows.stream().anyMatch(row -> row.clientId().isPresent());
    }

    /**
     * Returns the identity of a client.
     *
     * @param ofAll credentials and certificate of clients without their own, with {@code {client}}
     */
    Identity of(int number, Identity ofAll) {
        var row = rows.isEmpty() ? Identity.NONE : rows.get(number);
        var common = ofAll.credentials.map(its -> its.of(number));
        return new Identity(
                row.clientId.or(() -> clientId.map(id -> of(id, number))),
                row.credentials.map(its -> its.or(common)).or(() -> common),
                ofAll.tls.map(its -> its.of(number, row.tls)));
    }

    /** Returns a text with the number of a client. */
    static String of(String text, int number) {
        return text.replace("{client}", Integer.toString(number));
    }

    /**
     * Identity of one client.
     *
     * @param clientId empty for a client id of the load tests
     * @param tls TLS files; empty for plain TCP
     */
    public record Identity(Optional<String> clientId, Optional<Credentials> credentials, Optional<TlsSettings> tls) {

        static final Identity NONE = new Identity(Optional.empty(), Optional.empty(), Optional.empty());
    }
}
