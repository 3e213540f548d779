package io.github.hivemqtdengine.cli.migrate;

/** Extension with {@code TDengine.properties}, which TDengine 2 contained: a super table, a subtable of each client. */
final class CatfishExtension {

    static final String NAME = "github.com/micli/Catfish";
    static final String PREFIX = "prefix";
    static final String HOST = "host";

    private static final String REPLACED = "+-/:|";

    private CatfishExtension() {}

    static Conversion convert(OldSettings settings, Notes notes) throws MigrationException {
        var server = OldServer.ofHost(settings.require(HOST), false, settings.get("port", ""), notes);
        var superTable = OldName.of(settings.get(PREFIX, "mqtt_msg"));
        var table = new NewTable(superTable, "${lower(" + Placeholders.replaced("mqtt-client-id", REPLACED, "_") + ")}")
                .tag("deviceid", "NCHAR(128)", "${mqtt-client-id}")
                .value("column", "msgid", "NCHAR(64)", "${mqtt-packet-id}", " default=\"0\"")
                .column("topic", "NCHAR(255)", "${mqtt-topic}")
                .column("qos", "TINYINT", "${mqtt-qos}")
                .column("payload", "BINARY(4096)", "${payload}");
        notes.add(
                "The old extension stored the time of the afternoon 12 hours too early, in the time zone of the broker."
                        + " New rows have the right time; correct the old ones if queries span both");
        notes.add("The route stores all topics, as before; write a narrower <mqtt-topic-filter> for fewer");
        settings.leaveOut("reportingInterval", "it had no effect", notes);
        settings.leaveOut("connectTimeout", "<connect-timeout> and <request-timeout> of <database> replace it", notes);
        settings.find("password");
        return new Conversion(
                server.url(),
                settings.get("user", "root"),
                OldName.of(settings.get("database", "testdb")),
                NewRoute.of(superTable, NewRoute.ALL_TOPICS, "format=\"raw\" encoding=\"base64\"", table));
    }
}
