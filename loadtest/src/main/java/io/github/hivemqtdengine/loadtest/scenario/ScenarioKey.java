// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Key of a scenario file. Keys without {@code x.} are mqttloader's, with its defaults and units; mqttloader ignores the
 * others. An empty value counts as no value.
 *
 * <p>A duration has a unit, {@code us}, {@code ms}, {@code s}, {@code min} or {@code h}, for keys with {@code x.}, and
 * no unit for mqttloader's.
 *
 * <p>{@code x.smoke.<key>} replaces {@code <key>} in a smoke run, which lasts a few seconds. There {@code x.rounds} is
 * 1, {@code x.warm_up} 0 and {@code subscriber_timeout} 1 by default. Only thresholds with {@code =} count, because so
 * short a run can count rows but not measure speed. {@code x.variant.<name>.<key>} replaces {@code <key>} for a variant
 * of the scenario, which runs the extension; {@code x.modes} and thresholds refer to the variant by name. {@code
 * x.group.<name>.<key>} replaces {@code <key>} for a group of clients.
 */
public enum ScenarioKey {
    BROKER("broker", "", "host of the broker, for mqttloader only"),
    BROKER_PORT("broker_port", "", "port of the broker: 1883, or 8883 with tls"),
    MQTT_VERSION("mqtt_version", "5", "3 for MQTT 3.1.1, or 5"),
    NUM_PUBLISHERS("num_publishers", "1", "number of publishers"),
    NUM_SUBSCRIBERS("num_subscribers", "1", "number of subscribers"),
    QOS_PUBLISHER("qos_publisher", "0", "QoS of published messages"),
    QOS_SUBSCRIBER("qos_subscriber", "0", "QoS of subscriptions"),
    SHARED_SUBSCRIPTION("shared_subscription", "false", "true: the subscribers share one subscription"),
    RETAIN("retain", "false", "true: messages are retained"),
    TOPIC("topic", "mqttloader-test-topic", "topic of all messages, without x.topic"),
    PAYLOAD("payload", "20", "message length in bytes, at least 8, of mqttloader's format and of blocks"),
    NUM_MESSAGES("num_messages", "100", "messages of each publisher; replaced by x.rate"),
    RAMP_UP("ramp_up", "0", "first seconds that the report omits"),
    RAMP_DOWN("ramp_down", "0", "last seconds that the report omits"),
    INTERVAL("interval", "0", "microseconds between messages of a publisher; replaced by x.rate"),
    SUBSCRIBER_TIMEOUT("subscriber_timeout", "5", "seconds without a message that end the run"),
    EXEC_TIME("exec_time", "60", "maximum seconds of the run"),
    LOG_LEVEL("log_level", "INFO", "SEVERE, WARNING, INFO or ALL; for mqttloader only"),
    NTP("ntp", "", "for mqttloader only: here all clients share a clock"),
    OUTPUT("output", "", "folder of the record file"),
    USER_NAME("user_name", "", "user name of the clients"),
    PASSWORD("password", "", "password of the clients; not included in reports"),
    TLS("tls", "false", "true: clients use TLS"),
    TLS_ROOTCA_CERT("tls_rootca_cert", "", "trusted certificate (PEM)"),
    TLS_CLIENT_KEY("tls_client_key", "", "private key of the clients (PEM, PKCS #8)"),
    TLS_CLIENT_CERT_CHAIN("tls_client_cert_chain", "", "certificates of the clients (PEM)"),

    TITLE("x.title", "", "line for the menu; by default the file's name"),
    ORDER("x.order", "1000", "position in the menu, ascending, then by name"),
    TOPIC_PATTERN(
            "x.topic",
            "",
            "topics with {client}, the publisher's number from 0, and {seq}, which counts its messages up to"
                    + " x.topics"),
    TOPICS("x.topics", "1", "topics that {seq} gives each publisher"),
    FORMAT(
            "x.payload",
            "mqttloader",
            "mqttloader, json, wide-json, avro, small-avro, sparkplug, edge-node, block, template, file, or recording"),
    TEMPLATE("x.template", "", "JSON of x.payload = template, with generators"),
    FILES("x.files", "", "payloads of x.payload = file: a folder's files, the lines of a .jsonl file, or one file"),
    RECORDING("x.recording", "", "file of loadtest/run capture, for x.payload = recording"),
    REPLAY_FACTOR("x.replay_factor", "1", "speed of a recording: 2 sends it in half the time"),
    RECORDS("x.records", "1", "records in a message, of edge nodes metrics in an NDATA; a block has as many as fit"),
    METRICS("x.metrics", "50", "metrics of each Sparkplug edge node"),
    REBIRTH_AFTER(
            "x.rebirth_after",
            "0",
            "messages after which all edge nodes lose their connection and come back, again and again; 0 for"
                    + " never"),
    COMPRESSION("x.compression", "none", "compression of the whole payload: none, gzip, snappy, zstd or lz4"),
    RATE(
            "x.rate",
            "",
            "messages per second of all publishers, by the clock: 2000 for 60 s (or 2000, for exec_time),"
                    + " 100..5000 in 30 s, 5000 for 60 s, 5 times 0 for 9 s, 20000 for 1 s; or 50% of bare for 60 s"),
    WINDOW("x.window", "", "most unacknowledged messages of a publisher; by default 1, or 1000 with x.rate"),
    THINK(
            "x.think",
            "",
            "random time between two messages of a publisher, instead of interval and x.rate: 1 s..5 s, or 2 s"),
    START("x.start", "0", "time until publishers begin"),
    CHURN(
            "x.churn",
            "",
            "clients disconnect after this time and come back with their session, again and again: 10 s, or 10 s"
                    + " for 2 s if they stay away for 2 s instead of 0.1 s"),
    SESSION_EXPIRY(
            "x.session_expiry",
            "",
            "session expiry of publishers and subscribers; by default 1 h with x.churn or x.reconnect, otherwise"
                    + " none"),
    WILL(
            "x.will",
            "",
            "topic of each publisher's last will, with {client}; x.churn then drops connections without a"
                    + " DISCONNECT"),
    USER_PROPERTIES("x.user_properties", "", "MQTT 5 user properties of messages: site=7, line={client}"),
    MESSAGE_EXPIRY("x.message_expiry", "", "MQTT 5 message expiry interval"),
    CONTENT_TYPE("x.content_type", "", "MQTT 5 content type of messages"),
    RESPONSE_TOPIC("x.response_topic", "", "MQTT 5 response topic of messages, with {client}"),
    TOPIC_ALIAS(
            "x.topic_alias",
            "",
            "true: as many topic aliases as the broker allows; false: none; by default at most 16"),
    WEBSOCKET("x.websocket", "", "path of the broker's WebSocket listener, such as /mqtt, to which clients connect"),
    KEEP_ALIVE("x.keep_alive", "60 s", "MQTT keep-alive, 0 for none"),
    RECONNECT(
            "x.reconnect",
            "false",
            "true: clients keep their session, reconnect and resend; always so with faults of the broker"),
    SOURCES("x.sources", "1", "addresses of 127.0.0.0/8 from which clients connect, each with about 28,000 ports"),
    CONNECTIONS("x.connections", "0", "idle connections"),
    HOLD("x.hold", "0", "time for which they stay after all are connected"),
    STORM("x.storm", "", "number of them that reconnect at once, and how often: 1000 every 10 s"),
    CALLS("x.calls", "0", "requests sent to devices among them, one after another"),
    DEVICES("x.devices", "1", "devices that answer"),
    CALL_TIMEOUT("x.call_timeout", "5 s", "time after which a call is unanswered"),
    SUBSCRIBER_FILTER("x.subscriber_filter", "", "topic filter of the subscribers; by default all topics"),
    SUBSCRIBER_DELAY("x.subscriber_delay", "0", "processing time of each message"),
    TABLE("x.table", "", "table of the messages, or none; by default that of the topic"),
    ROWS("x.rows", "", "rows per message; by default x.records; required for blocks"),
    LATE("x.late", "10 s", "time after the last acknowledgement from which a row is late"),
    CHECK_ORDER(
            "x.check_order",
            "false",
            "true: queries check that rows of each topic are committed in the order of publication"),
    COUNT_EVERY(
            "x.count_every",
            "50 ms",
            "shortest time between two counts of the rows; counting takes CPU of the database"),
    DELIVERY("x.delivery", "", "XML inside <delivery> of the extension's configuration"),
    ZIP("x.zip", "", "file of the packaged extension, instead of that of --zip"),
    FAULTS(
            "x.faults",
            "",
            "faults of the database: 10 s stop for 5 s; 30 s cut; 40 s slow 50 ms for 10 s; 60 s pause for 5 s;"
                    + " 80 s kill for 2 s; of the broker: 90 s kill-broker for 3 s; 110 s restart-broker; 130 s"
                    + " disconnect-all for 1 s"),
    LINK(
            "x.link",
            "",
            "emulated link of the clients: 100 Mbit/s, or 100 Mbit/s with 64 bulk flows, half of them in each"
                    + " direction"),
    LANE_DELAY(
            "x.lane_delay",
            "",
            "some database endpoints answer later: 50 ms on 1 of 4; each lane has its own if there are enough"),
    LOADER(
            "x.loader",
            "",
            "own, or mqttloader, whose folder --mqttloader or MQTTLOADER_HOME names; by default own, or"
                    + " mqttloader with --mqttloader"),
    MODES(
            "x.modes",
            "bare, do-nothing, extension",
            "modes that take turns: these, control, bare-loop, outage, slow, the variants, and broker with"
                    + " --broker"),
    ROUNDS("x.rounds", "5", "counted rounds of each mode"),
    WARM_UP("x.warm_up", "1", "warm-up rounds of each mode"),
    FRESH_BROKER(
            "x.fresh_broker",
            "false",
            "true: each round starts a cold broker; with x.connections its memory per connection is measured"),
    HEAP("x.heap", "false", "true: the broker's heap is measured before each round and when its load ends"),
    REQUIRES(
            "x.requires",
            "",
            "words that config.xsd must allow as a value, such as avro; otherwise the scenario is skipped"),
    THRESHOLD(
            "x.threshold.<n>",
            "",
            "condition for the median of a figure: rows-missing extension = 0, latency-p99-ms outage/extension <="
                    + " 1.1, latency-p99-ms extension - do-nothing <= 1; with tdengine or with questdb behind it is"
                    + " for that database only"),
    PUBLISHED(
            "x.published.<n>",
            "",
            "measurement of others: latency-average-ms 6416.67 report of 2020, or rows-per-second"
                    + " groups-10/groups-1 1.11 report of 2020");

    private static final String NUMBER = "<n>";
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,4}");

    /** Keys that describe and judge a measurement, but do not change it. */
    private static final Set<ScenarioKey> DESCRIPTIVE = EnumSet.of(TITLE, ORDER, THRESHOLD, PUBLISHED);

    private final String word;
    private final String byDefault;
    private final String meaning;

    ScenarioKey(String word, String byDefault, String meaning) {
        this.word = word;
        this.byDefault = byDefault;
        this.meaning = meaning;
    }

    /** Returns the key with this name, which may end with a number; empty if there is none. */
    public static Optional<ScenarioKey> of(String name) {
        return Arrays.stream(values()).filter(key -> key.isNamed(name)).findFirst();
    }

    private boolean isNamed(String name) {
        return isNumbered()
                ? name.startsWith(prefix())
                        && NUMBERS.matcher(name.substring(prefix().length())).matches()
                : name.equals(word);
    }

    /** Returns whether the value changes what is measured; a title or a threshold does not. */
    public boolean affectsMeasurement() {
        return !DESCRIPTIVE.contains(this);
    }

    /** Returns the key as written in a file; {@code <n>} represents a number at its end. */
    public String word() {
        return word;
    }

    /** Returns the default value, empty for none. */
    public String byDefault() {
        return byDefault;
    }

    /** Returns the description for documentation. */
    public String meaning() {
        return meaning;
    }

    /** Returns whether mqttloader has this key. */
    public boolean isMqttloaders() {
        return !word.startsWith("x.");
    }

    /** Returns whether the key may occur several times, each with a number. */
    public boolean isNumbered() {
        return word.endsWith(NUMBER);
    }

    /** Returns a numbered key without its number. */
    public String prefix() {
        return word.substring(0, word.length() - NUMBER.length());
    }
}
