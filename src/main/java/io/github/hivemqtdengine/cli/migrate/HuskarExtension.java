package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSql.Column;
import io.github.hivemqtdengine.cli.migrate.OldSql.Table;
import java.util.List;

/** Extension with {@code tdengine.xml}: topic and payload of every message in one plain table. */
final class HuskarExtension {

    static final String NAME = "github.com/huskar-t/hivemq-tdengine-extension";

    private static final int LEAST_LENGTH = 64;
    private static final List<String> OF_FORK = List.of("TableNameField", "CurrentField", "currentField");

    private HuskarExtension() {}

    static Conversion convert(OldSettings settings, Notes notes) throws MigrationException {
        checkVariant(settings);
        var server = server(settings, notes);
        var database = settings.get("db", "hivemq");
        var table = new Table(
                database + "." + settings.get("table", "mqtt_payload"),
                List.of(
                        new Column("ts", "TIMESTAMP"),
                        column(settings, "topicColumn", "topic"),
                        column(settings, "PayloadColumn", "payload")),
                List.of());
        PlainTable.note(settings.line("table"), table, notes);
        notes.add(
                "The old extension read every payload as GBK, so the route has charset GB18030, which GBK is a part of."
                        + " If devices publish UTF-8, write charset=\"UTF-8\": old rows have other text than ASCII garbled, new"
                        + " rows will not");
        notes.add("The route stores all topics, as before; write a narrower <mqtt-topic-filter> for fewer");
        settings.leaveOut("httpLock", "batches replace it", notes);
        var route = NewRoute.ofPlainTable(
                OldName.of(OldName.withoutDatabase(table.name())),
                NewRoute.ALL_TOPICS,
                "format=\"raw\" encoding=\"auto\" charset=\"GB18030\"",
                table.columns().stream().map(Column::name).toList(),
                List.of("${arrival-time}", "${mqtt-topic}", "${payload}"));
        settings.find("password");
        return new Conversion(server.url(), settings.get("username", "root"), OldName.of(database), route);
    }

    private static void checkVariant(OldSettings settings) throws MigrationException {
        for (var key : OF_FORK) {
            var setting = settings.find(key);
            if (setting.isPresent()) {
                throw setting.get()
                        .problem("is of a fork that writes fields of the payload to columns which no file names; write"
                                + " the route by hand, or begin with \"hivemq-tdengine suggest\" and a payload");
            }
        }
        if (!settings.has("table") && !settings.has("db")) {
            throw new MigrationException(
                    0,
                    "has neither <db> nor <table>, like the tdengine.xml of hivemq-tdengine-jdsl-extension. The mapping of"
                            + " that extension is in its template.json, which is not converted; write the route by hand,"
                            + " or begin with \"hivemq-tdengine suggest\" and a payload");
        }
    }

    private static OldServer server(OldSettings settings, Notes notes) throws MigrationException {
        boolean isNative = settings.get("type", "http").equals("sdk");
        return OldServer.ofHost(settings.require("ip"), isNative, settings.get("port", ""), notes);
    }

    private static Column column(OldSettings settings, String key, String ifMissing) throws MigrationException {
        return new Column(OldName.of(settings.get(key, ifMissing)), "NCHAR(" + length(settings) + ")");
    }

    private static int length(OldSettings settings) throws MigrationException {
        var setting = settings.require("maxlength");
        try {
            return Math.max(LEAST_LENGTH, Integer.parseInt(setting.value()));
        } catch (NumberFormatException e) {
            throw setting.problem("is not a number; correct it");
        }
    }
}
