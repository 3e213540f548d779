package io.github.hivemqtdengine.loadtest.scenario;

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
 * of the scenario, which runs the extension; {@code x.modes} and thresholds refer to the variant by name.
 */
public enum ScenarioKey {
    BROKER("broker", "", "the broker's host, for mqttloader; a load test knows its broker already"),
    BROKER_PORT("broker_port", "", "the broker's port: 1883, or 8883 with tls"),
    MQTT_VERSION("mqtt_version", "5", "3 for MQTT 3.1.1, or 5"),
    NUM_PUBLISHERS("num_publishers", "1", "how many publishers"),
    NUM_SUBSCRIBERS("num_subscribers", "1", "how many subscribers"),
    QOS_PUBLISHER("qos_publisher", "0", "the QoS of what is published"),
    QOS_SUBSCRIBER("qos_subscriber", "0", "the QoS of the subscriptions"),
    SHARED_SUBSCRIPTION("shared_subscription", "false", "whether the subscribers share one subscription"),
    RETAIN("retain", "false", "whether messages are retained"),
    TOPIC("topic", "mqttloader-test-topic", "the topic of all messages, unless x.topic is there"),
    PAYLOAD("payload", "20", "the length of a message in bytes, at least 8; of mqttloader's format and of blocks"),
    NUM_MESSAGES("num_messages", "100", "how many messages each publisher sends; x.rate replaces it"),
    RAMP_UP("ramp_up", "0", "how many seconds at the beginning the report leaves out"),
    RAMP_DOWN("ramp_down", "0", "how many seconds at the end the report leaves out"),
    INTERVAL("interval", "0", "microseconds between two messages of a publisher; x.rate replaces it"),
    SUBSCRIBER_TIMEOUT("subscriber_timeout", "5", "the run ends when nothing has come for so many seconds"),
    EXEC_TIME("exec_time", "60", "the run ends after so many seconds at the latest"),
    LOG_LEVEL("log_level", "INFO", "SEVERE, WARNING, INFO or ALL; for mqttloader only"),
    NTP("ntp", "", "for mqttloader only: here all clients share a clock"),
    OUTPUT("output", "", "the folder of the record file"),
    USER_NAME("user_name", "", "how clients log in"),
    PASSWORD("password", "", "how clients log in; it stays out of reports"),
    TLS("tls", "false", "whether clients encrypt"),
    TLS_ROOTCA_CERT("tls_rootca_cert", "", "the certificate that is trusted (PEM)"),
    TLS_CLIENT_KEY("tls_client_key", "", "the clients' private key (PEM, PKCS #8)"),
    TLS_CLIENT_CERT_CHAIN("tls_client_cert_chain", "", "the clients' certificates, one file (PEM)"),

    TITLE("x.title", "", "one line for the menu; the file's name if left out"),
    ORDER("x.order", "1000", "the place in the menu, ascending, then by name"),
    TOPIC_PATTERN(
            "x.topic",
            "",
            "topics with {client}, the publisher's number from 0, and {seq}, which counts its messages up to x.topics"),
    TOPICS("x.topics", "1", "how many topics {seq} gives each publisher"),
    FORMAT("x.payload", "mqttloader", "mqttloader, json, wide-json, avro, small-avro, sparkplug, block, or template"),
    TEMPLATE(
            "x.template",
            "",
            "the JSON of x.payload = template, with generators; {pad} fills it up to the length of payload"),
    RECORDS("x.records", "1", "how many records a message carries; a block has as many as fit into payload"),
    COMPRESSION("x.compression", "none", "none, gzip, snappy, zstd or lz4, of the whole payload"),
    RATE(
            "x.rate",
            "",
            "messages a second of all publishers by the clock: 2000 for 60 s (or 2000, as long as exec_time),"
                    + " 100..5000 in 30 s, 5000 for 60 s, 5 times 0 for 9 s, 20000 for 1 s, or 50% of bare for 60 s:"
                    + " of what the bare broker takes"),
    WINDOW(
            "x.window",
            "",
            "how many unacknowledged messages a publisher has at most; 1 as with mqttloader, or 1000 with x.rate"),
    KEEP_ALIVE("x.keep_alive", "60 s", "the MQTT keep-alive, 0 for none"),
    SOURCES("x.sources", "1", "from how many addresses of 127.0.0.0/8 clients connect; each has some 28,000 ports"),
    PROCESSES(
            "x.processes",
            "1",
            "in how many JVMs x.connections are; publishers and subscribers are all in the first one"),
    CONNECTIONS("x.connections", "0", "how many connections do nothing but hold"),
    HOLD("x.hold", "0", "how long they stay when all are there"),
    STORM("x.storm", "", "how many of them break off and come back at once, and how often: 1000 every 10 s"),
    CALLS("x.calls", "0", "how many requests go to devices among these connections, one after another"),
    DEVICES("x.devices", "1", "how many devices answer"),
    CALL_TIMEOUT("x.call_timeout", "5 s", "a call without an answer for so long is unanswered"),
    SUBSCRIBER_FILTER(
            "x.subscriber_filter", "", "the subscribers' topic filter; all topics of the scenario if left out"),
    SUBSCRIBER_DELAY("x.subscriber_delay", "0", "how long a subscriber takes for each message"),
    TABLE(
            "x.table",
            "",
            "the table that messages go to, or none; if left out, the one that the topic has in the load tests'"
                    + " configuration of the extension"),
    ROWS("x.rows", "", "how many rows a message becomes; x.records if left out, so a block needs it"),
    LATE("x.late", "10 s", "a row that is there so long after the last acknowledgement is late"),
    CHECK_ORDER(
            "x.check_order",
            "false",
            "whether the database is asked about once a second if the rows of each topic are committed in the order in"
                    + " which they were published"),
    DELIVERY("x.delivery", "", "XML inside <delivery> of the extension's configuration"),
    FAULTS(
            "x.faults",
            "",
            "what goes wrong with the database, and when: 10 s stop for 5 s; 30 s cut; 40 s slow 50 ms for 10 s;"
                    + " 60 s pause for 5 s; 80 s kill for 2 s"),
    LINK(
            "x.link",
            "",
            "an emulated link between clients and broker: 100 Mbit/s, or 100 Mbit/s with 64 bulk flows, half of them in"
                    + " each direction"),
    LANE_DELAY(
            "x.lane_delay",
            "",
            "some of the extension's endpoints of the database answer later: 50 ms on 1 of 4; each lane has an endpoint of"
                    + " its own where there are as many"),
    MODES(
            "x.modes",
            "bare, do-nothing, extension",
            "which brokers take turns, of these, control, outage, slow, and the variants of the scenario"),
    ROUNDS("x.rounds", "5", "how often each of them runs and counts"),
    WARM_UP("x.warm_up", "1", "how often each runs before"),
    REQUIRES(
            "x.requires",
            "",
            "what the extension's configuration must know, or else the scenario is skipped: words that its schema,"
                    + " config.xsd, allows as a value, like avro"),
    THRESHOLD(
            "x.threshold.<n>",
            "",
            "what a figure's median shall be: rows-missing extension = 0, or, beside another mode's or variant's,"
                    + " latency-p99-ms outage/extension <= 1.1"),
    PUBLISHED("x.published.<n>", "", "what others have measured: latency-average-ms 6416.67 report of 2020");

    private static final String NUMBER = "<n>";

    private final String word;
    private final String byDefault;
    private final String meaning;

    ScenarioKey(String word, String byDefault, String meaning) {
        this.word = word;
        this.byDefault = byDefault;
        this.meaning = meaning;
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
