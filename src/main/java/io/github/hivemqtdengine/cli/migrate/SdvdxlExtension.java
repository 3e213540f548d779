package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import java.util.Locale;
import java.util.regex.Pattern;

/** Extension with {@code config.yml}: a super table with the payload, and a subtable of each client or user. */
final class SdvdxlExtension {

    static final String NAME = "github.com/sdvdxl/hivemq-tdengine-extension";

    private static final Pattern FILE = Pattern.compile("(?m)^(?:payloadCoder|threadPool) *:");
    /** Characters that the old extension replaced and that clients use in names. */
    private static final String REPLACED = "-.:/@+ =#%|";

    private SdvdxlExtension() {}

    static boolean isFile(String text) {
        return FILE.matcher(text).find();
    }

    static Conversion convert(OldSettings settings, Notes notes) throws MigrationException {
        var server = OldServer.ofUrl(settings.require("url"), notes);
        settings.find("mode");
        settings.find("password");
        var superTable = OldName.of(settings.require("table.name").value());
        var table = new NewTable(superTable, superTable + "_" + subtable(settings, notes))
                .tag("client_id", "NCHAR(1024)", "${mqtt-client-id}")
                .tag("topic", "NCHAR(1024)", "${mqtt-topic}")
                .tag("qos", "TINYINT", "${mqtt-qos}")
                .value("tag", "ip", "NCHAR(512)", "${client-address}", " default=\"\"")
                .column("payload", "NCHAR(1024)", "${payload}");
        notes.add("As before, a subtable keeps the topic, QoS and address of its first message; on-tag-change=\"alter\""
                + " keeps them current");
        notes.add("The route stores all topics, as before; write a narrower <mqtt-topic-filter> for fewer");
        settings.leaveOut("threadPool.", "<lanes> and <queue> of <delivery> replace it", notes);
        settings.leaveOut("maxConnections", "<lanes> of <delivery> replaces it", notes);
        settings.leaveOut("timeout", "<connect-timeout> and <request-timeout> of <database> replace it", notes);
        return new Conversion(
                server.url(),
                settings.get("username", "root"),
                OldName.of(settings.require("database").value()),
                NewRoute.of(superTable, NewRoute.ALL_TOPICS, payload(settings.require("payloadCoder"), notes), table));
    }

    private static String subtable(OldSettings settings, Notes notes) throws MigrationException {
        var use = settings.require("table.use");
        var format = settings.require("table.format");
        var publisher = switch (use.value().toUpperCase(Locale.ROOT)) {
            case "CLIENT_ID" -> "mqtt-client-id";
            case "USERNAME" -> "coalesce(mqtt-user-name, 'default_user')";
            default -> throw use.problem("is neither CLIENT_ID nor USERNAME; correct it");
        };
        return switch (format.value().toUpperCase(Locale.ROOT)) {
            case "FIXED" -> {
                notes.add(
                        format.line(),
                        "Names of subtables have _ in place of " + REPLACED.replace(" ", " blank ")
                                + " as before. A name"
                                + " with another such character gets a new subtable; its super table has the"
                                + " rows of both");
                yield "${lower(" + Placeholders.replaced(publisher, REPLACED, "_") + ")}";
            }
            case "MD5" -> {
                notes.add(
                        format.line(),
                        "MD5 has no counterpart: each client gets a new subtable, named like it. The super table has the"
                                + " old rows and the new ones; query it by client_id");
                yield "${" + publisher + "}";
            }
            default -> throw format.problem("is neither FIXED nor MD5; correct it");
        };
    }

    private static String payload(Setting coder, Notes notes) throws MigrationException {
        return switch (coder.value().toUpperCase(Locale.ROOT)) {
            case "BASE64" -> "format=\"raw\" encoding=\"base64\"";
            case "HEX" -> "format=\"raw\" encoding=\"hex\"";
            case "RAW" -> {
                notes.add(
                        coder.line(),
                        "RAW: a payload that is not UTF-8 becomes a dead letter; before, its unreadable bytes became"
                                + " U+FFFD. A backslash in a payload is now stored as it is; before, TDengine read it as an"
                                + " escape");
                yield "format=\"raw\" encoding=\"text\"";
            }
            default -> throw coder.problem("is none of RAW, BASE64 and HEX; correct it");
        };
    }
}
