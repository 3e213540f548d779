package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import io.github.hivemqtdengine.cli.migrate.OldSql.Insert;
import java.util.Locale;
import java.util.Optional;

/** Extension with {@code application.properties}: SQL with placeholders for every message, a subtable of each client. */
final class BridgeExtension {

    static final String NAME = "github.com/veevonvon/-hivemq-tdengine-bridge-extension";
    static final String INSERT = "sql.InsertSql";

    /** Characters that the old extension removed and that clients use in names. */
    private static final String REMOVED = "-.:/@+ =#%|";

    private BridgeExtension() {}

    static Conversion convert(OldSettings settings, Notes notes) throws MigrationException {
        boolean isJdbc = settings.get("app.driver", "restful").equals("jdbc");
        var server = OldServer.ofUrl(settings.require(isJdbc ? "druid.url" : "restful.url"), notes);
        var creation = settings.require("sql.createMetricsSql");
        var created = OldSql.createTable(creation, creation.value());
        var insertion = settings.require(INSERT);
        var placeholders = new Placeholders(insertion, BridgeExtension::expression);
        var route = new SqlRoute(insertion, placeholders, notes)
                .route(
                        created,
                        insert(settings, insertion),
                        NewRoute.ALL_TOPICS,
                        payload(settings, notes),
                        Optional.empty());
        notes.add(
                "Names of subtables lack the characters " + REMOVED.replace(" ", " blank ") + " as before. A name with"
                        + " another such character gets a new subtable; its super table has the rows of both");
        notes.add("The route stores all topics, as before; write a narrower <mqtt-topic-filter> for fewer");
        settings.find("db.password");
        settings.leaveOut(isJdbc ? "restful." : "druid.", "app.driver does not use it", notes);
        settings.leaveOut("druid.", "<lanes> of <delivery> replaces the connection pool", notes);
        return new Conversion(
                server.url(), settings.get("db.username", "root"), database(created.name(), server, creation), route);
    }

    /** Returns the statement with placeholders like {@code ${topic}} and without the escapes of MessageFormat. */
    private static String sql(Setting setting) {
        return setting.value().replaceAll("(?<!\\$)\\{(\\w+)}", "\\${$1}").replace("''", "'");
    }

    /** Returns the insertion with the subtable that another statement creates when a client connects. */
    private static Insert insert(OldSettings settings, Setting insertion) throws MigrationException {
        var insert = OldSql.insert(insertion, sql(insertion));
        var creation = settings.require("sql.createTableSql");
        if (insert.subtable() != null
                || !creation.value().toLowerCase(Locale.ROOT).contains("using")) {
            return insert;
        }
        var subtable = OldSql.createSubtable(creation, sql(creation));
        return OldName.withoutDatabase(subtable.name()).equals(OldName.withoutDatabase(insert.table()))
                ? new Insert(insert.table(), subtable, insert.columns(), insert.values())
                : insert;
    }

    private static Optional<String> expression(String placeholder) {
        return switch (placeholder) {
            case "simplifyClientId" -> Optional.of(Placeholders.replaced("mqtt-client-id", REMOVED, ""));
            case "timestamp" -> Optional.of(Placeholders.ARRIVAL);
            case "topic" -> Optional.of("mqtt-topic");
            case "payload" -> Optional.of("payload");
            case "qos" -> Optional.of("mqtt-qos");
            case "clientId" -> Optional.of("mqtt-client-id");
            default -> Optional.empty();
        };
    }

    private static String payload(OldSettings settings, Notes notes) throws MigrationException {
        var charset = settings.get("app.charset", "UTF-8").toUpperCase(Locale.ROOT);
        if (settings.get("app.setPayloadBase64", "false").equals("true")) {
            if (!charset.equals("UTF-8")) {
                notes.add(
                        settings.line("app.charset"),
                        "Base64 is now of the payload's own bytes; before, of its text in UTF-8");
            }
            return "format=\"raw\" encoding=\"base64\"";
        }
        notes.add(
                "A payload that is not text in this charset becomes a dead letter; before, its unreadable bytes became"
                        + " U+FFFD");
        return "format=\"raw\" encoding=\"text\" charset=\"" + charset(settings, charset) + "\"";
    }

    private static String charset(OldSettings settings, String charset) throws MigrationException {
        return switch (charset) {
            case "UTF-8", "UTF8" -> "UTF-8";
            case "GBK", "GB2312", "GB18030" -> "GB18030";
            case "ISO-8859-1", "US-ASCII" -> "ISO-8859-1";
            default ->
                throw settings.require("app.charset")
                        .problem("is not UTF-8, GBK, GB2312, GB18030 or ISO-8859-1; correct it, or set"
                                + " app.setPayloadBase64=true for Base64");
        };
    }

    private static String database(String table, OldServer server, Setting creation) throws MigrationException {
        var named = OldName.database(table);
        var database = named.isEmpty() ? OldName.of(server.path()) : named;
        if (database.isEmpty() || database.startsWith("rest/")) {
            throw creation.problem("names no database, as in mydb.table, and neither does the URL; add it");
        }
        return database;
    }
}
