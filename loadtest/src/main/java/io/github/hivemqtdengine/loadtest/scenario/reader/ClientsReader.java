// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Identities;
import io.github.hivemqtdengine.loadtest.scenario.Identities.Identity;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.Syntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the settings common to all clients. */
final class ClientsReader {

    private static final String CLIENT_ID = "client_id";
    private static final String USER_NAME = "user_name";
    private static final String PASSWORD = "password";
    private static final String KEY = "key";
    private static final String CERTIFICATE = "certificate";
    private static final List<String> COLUMNS = List.of(CLIENT_ID, USER_NAME, PASSWORD, KEY, CERTIFICATE);
    private static final int SECONDS_TO_CONNECT = 3_600;
    /** Most clients of a kind and a group whose identities are compared. */
    private static final int MOST_CHECKED = 1_000_000;

    private static final List<String> CLIENT_IDS = List.of("x.clients", "x.client_id");
    private static final List<String> CERTIFICATES = List.of("tls_client_key", "tls_client_cert_chain");

    private final Settings settings;

    ClientsReader(Settings settings) {
        this.settings = settings;
    }

    ClientSettings read() {
        var faults = settings.<List<Fault>>find("x.faults").orElse(List.of());
        return new ClientSettings(
                settings.get("mqtt_version"),
                settings.<String>find("user_name").map(name -> new Credentials(name, settings.text("password"))),
                tls(),
                identities(),
                settings.get("x.connect_rate"),
                settings.find("x.websocket"),
                settings.get("x.keep_alive"),
                settings.get("x.sources"),
                settings.<Boolean>get("x.reconnect")
                        || faults.stream().anyMatch(fault -> fault.kind().isOfTheBroker()));
    }

    private Optional<TlsSettings> tls() {
        boolean encrypted =
                settings.<Boolean>get("tls") || settings.text("broker").startsWith(BrokerAddress.TLS_SCHEME);
        return Optional.of(new TlsSettings(
                        settings.find("tls_rootca_cert"),
                        settings.find("tls_client_key"),
                        settings.find("tls_client_cert_chain")))
                .filter(files -> encrypted);
    }

    /** Returns the identities of the scenario, without a name, and of the groups with keys of their own. */
    private Map<String, Identities> identities() {
        var identities = new HashMap<String, Identities>();
        identities.put("", identities(settings));
        settings.groups().forEach((group, its) -> {
            if (CLIENT_IDS.stream().anyMatch(its::hasOwn)) {
                identities.put(group, identities(its));
            }
        });
        return identities;
    }

    private static Identities identities(Settings settings) {
        return new Identities(
                settings.find("x.client_id"),
                settings.find("x.clients", ClientsReader::rows).orElse(List.of()));
    }

    private static List<Identity> rows(String name) {
        Syntax.require(Files.isRegularFile(Path.of(name)), "must be a file that is there");
        var reader = CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE); // strict ones compare rows only
        try (var csv = reader.ofNamedCsvRecord(Path.of(name))) {
            var rows = csv.stream().map(ClientsReader::row).toList();
            if (rows.isEmpty()) {
                throw new MalformedValueException("must have rows below its header");
            }
            return rows;
        } catch (IOException | CsvParseException e) {
            throw new MalformedValueException("must be a CSV file: " + e.getMessage());
        }
    }

    private static Identity row(NamedCsvRecord row) {
        var cells = new HashMap<>(row.getFieldsAsMap());
        cells.values().removeIf(String::isEmpty);
        var place = "must have in line " + row.getStartingLineNumber() + " ";
        if (!COLUMNS.containsAll(row.getHeader())) {
            throw new MalformedValueException("must have no other columns than " + String.join(", ", COLUMNS));
        }
        if (row.getFields().stream().anyMatch(cell -> cell.matches("(?s).*[\r\n].*"))) {
            throw new MalformedValueException(place + "no line break in a cell: close its quote");
        }
        if (row.getFieldCount() != row.getHeader().size()) {
            throw new MalformedValueException(place
                    + "as many cells as its header: an empty cell needs its comma, a cell with a comma its quotes");
        }
        if (cells.containsKey(PASSWORD) && !cells.containsKey(USER_NAME)) {
            throw new MalformedValueException(place + "a user_name beside the password");
        }
        if (cells.containsKey(KEY) != cells.containsKey(CERTIFICATE)) {
            throw new MalformedValueException(place + "both key and certificate, or none of them");
        }
        return new Identity(
                Optional.ofNullable(cells.get(CLIENT_ID)),
                Optional.ofNullable(cells.get(USER_NAME))
                        .map(user -> new Credentials(user, cells.getOrDefault(PASSWORD, ""))),
                Optional.ofNullable(cells.get(KEY))
                        .map(key -> new TlsSettings(
                                Optional.empty(),
                                Optional.of(Path.of(key)),
                                Optional.ofNullable(cells.get(CERTIFICATE)).map(Path::of))));
    }

    /** Refuses identities that are missing, that two clients have, or whose files are missing. */
    void check(LoadPlan load) {
        int rate = load.clients().connectRate();
        if (rate > 0 && load.connections() / rate > SECONDS_TO_CONNECT) {
            settings.refuse("x.connect_rate", "needs more than an hour for " + load.connections() + " clients");
        }
        var known = new HashSet<String>();
        for (var group : load.groups()) {
            var its = settings.groups().getOrDefault(group.name(), settings);
            var publishers = group.publishers();
            var subscribers = group.subscribers();
            check(load, its, group.name(), publishers.first(), publishers.count(), known);
            check(load, its, group.name(), subscribers.first(), subscribers.count(), known);
        }
        check(load, settings, "", 0, load.crowd().connections(), known);
    }

    private static void check(LoadPlan load, Settings its, String group, int first, int count, Set<String> known) {
        var rows = load.clients().identities(group).rows();
        if (load.clients().tls().isEmpty()
                && rows.stream().anyMatch(row -> row.tls().isPresent())) {
            its.refuseInherited("x.clients", "has certificates, which need tls = true");
        }
        if (count > 0 && !rows.isEmpty() && rows.size() < first + count) {
            its.refuseInherited(
                    "x.clients",
                    "has " + rows.size() + " rows, but clients with numbers from " + first + " to "
                            + (first + count - 1) + " need " + (first + count));
            return;
        }
        for (int number = first; number < first + Math.min(count, MOST_CHECKED); number++) {
            var identity = load.clients().identity(group, number);
            var missing = identity.tls().flatMap(ClientsReader::missing);
            if (missing.isPresent()) {
                boolean isOfRow = !rows.isEmpty() && rows.get(number).tls().isPresent();
                var rule = "leads client " + number + " to a file that is not there: " + missing.get();
                its.refuseFirst(isOfRow ? List.of("x.clients") : CERTIFICATES, rule);
                return;
            }
            if (identity.clientId().filter(id -> !known.add(id)).isPresent()) {
                its.refuseFirst(
                        CLIENT_IDS,
                        "gives two clients the client id " + identity.clientId().get() + ": publishers, subscribers"
                                + " and idle connections each count from 0, so put them into groups of their own");
                return;
            }
        }
    }

    private static Optional<Path> missing(TlsSettings tls) {
        return Stream.of(tls.clientKey(), tls.clientCertificateChain())
                .flatMap(Optional::stream)
                .filter(file -> !Files.isRegularFile(file))
                .findFirst();
    }
}
