package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import io.github.hivemqtdengine.cli.migrate.OldSql.Table;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Extension with {@code taosdata.properties}: SQL with placeholders for one topic. */
final class JohnBigzExtension {

    static final String NAME = "github.com/john-bigz/hivemq-tdengine-extension";
    static final String INSERT = "sql.insert_table";

    private static final String FIELD = "payload.";
    /** Placeholder or string. */
    private static final Pattern VALUE = Pattern.compile("\\$\\{[^{}]*}|'[^']*'");

    private static final Pattern DATABASE =
            Pattern.compile("(?i)\\s*create\\s+database\\s+(?:if\\s+not\\s+exists\\s+)?([^\\s;]+).*", Pattern.DOTALL);

    private JohnBigzExtension() {}

    static Conversion convert(OldSettings settings, Notes notes) throws MigrationException {
        boolean isHttp = isHttp(settings.require("mode"));
        var server = OldServer.ofUrl(settings.require(isHttp ? "http.url" : "jdbc.url"), notes);
        boolean isJson = !settings.require("msg_coder").value().equalsIgnoreCase("base64");
        var creation = settings.require("sql.create_table");
        var created = OldSql.createTable(creation, creation.value());
        var insertion = settings.require(INSERT);
        var insert = OldSql.insert(insertion, lowerCase(insertion, notes));
        var placeholders = new Placeholders(insertion, name -> isJson ? ofJson(name) : ofRaw(name));
        var payload = isJson ? "format=\"json\"" : "format=\"raw\" encoding=\"base64\"";
        var route = new SqlRoute(insertion, placeholders, notes)
                .route(
                        created,
                        insert,
                        topic(settings.require("mqtt_topic"), notes),
                        payload,
                        isJson ? Optional.of("mqtt-payload-size > 0") : Optional.empty());
        var database = database(settings.require("sql.create_database"), created);
        leaveOut(settings, isHttp, notes);
        return new Conversion(server.url(), username(settings, isHttp), database, route);
    }

    private static boolean isHttp(Setting mode) throws MigrationException {
        if (!mode.value().equalsIgnoreCase("jdbc") && !mode.value().equalsIgnoreCase("http")) {
            throw mode.problem("is neither jdbc nor http; correct it");
        }
        return mode.value().equalsIgnoreCase("http");
    }

    /** Returns the statement in lower case, as the old extension executes it, with the names of fields. */
    private static String lowerCase(Setting insertion, Notes notes) {
        boolean isChanged = VALUE.matcher(insertion.value())
                .results()
                .anyMatch(value -> !value.group().equals(value.group().toLowerCase(Locale.ROOT)));
        if (isChanged) {
            notes.add(
                    insertion.line(),
                    "The old extension executed the statement in lower case, so fields of the payload and texts in it are"
                            + " in lower case here, too");
        }
        return insertion.value().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> ofJson(String placeholder) {
        return placeholder.startsWith(FIELD) && placeholder.length() > FIELD.length()
                ? Optional.of(field(placeholder.substring(FIELD.length())))
                : Optional.empty();
    }

    private static String field(String name) {
        var pointer = "/" + name.replace("~", "~0").replace("/", "~1");
        return pointer.matches("[\\p{L}\\p{N}/_~-]*")
                ? FIELD.replace('.', ':') + pointer
                : FIELD.replace('.', ':') + "'" + pointer.replace("'", "''") + "'";
    }

    private static Optional<String> ofRaw(String placeholder) {
        return switch (placeholder) {
            case "topic" -> Optional.of("mqtt-topic");
            case "payload" -> Optional.of("payload");
            default -> Optional.empty();
        };
    }

    private static String topic(Setting topic, Notes notes) {
        if (topic.value().matches(".*[+#{}].*")) {
            notes.add(
                    topic.line(),
                    "The old extension compared topics as texts, so + and # were no wildcards; here they are, and {name}"
                            + " is a level with a name");
        }
        return topic.value();
    }

    private static String database(Setting creation, Table created) throws MigrationException {
        var named = OldName.database(created.name());
        if (!named.isEmpty()) {
            return named;
        }
        var database = DATABASE.matcher(creation.value());
        if (!database.matches()) {
            throw creation.problem("does not name a database; correct it");
        }
        return OldName.of(database.group(1));
    }

    private static String username(OldSettings settings, boolean isHttp) throws MigrationException {
        if (!isHttp) {
            settings.find("jdbc.password");
            return settings.get("jdbc.username", "root");
        }
        var token = settings.require("http.token");
        int colon = token.value().indexOf(':');
        if (colon <= 0) {
            throw token.problem("is not user:password; correct it");
        }
        return token.value().substring(0, colon);
    }

    private static void leaveOut(OldSettings settings, boolean isHttp, Notes notes) {
        settings.leaveOut(isHttp ? "jdbc." : "http.", "mode does not use it", notes);
        settings.leaveOut("jdbc.pool.", "<lanes> of <delivery> replaces it", notes);
        settings.leaveOut("jdbc.testSql", "the extension tests its connections itself", notes);
        settings.leaveOut("jdbc.driverClass", "the driver is part of the extension", notes);
    }
}
