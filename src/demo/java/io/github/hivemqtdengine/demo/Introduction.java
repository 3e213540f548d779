package io.github.hivemqtdengine.demo;

import java.io.PrintStream;

/** Says where everything listens and what to try. */
record Introduction(
        DemoOptions options, EmbeddedBroker broker, DemoDatabase database, DemoConfiguration configuration) {

    void print(PrintStream out) {
        out.printf(
                """

                HiveMQ     mqtt://%1$s:%2$d, with the extension in it
                %3$s
                Mapping    %4$s
                Log        %5$s/hivemq.log
                Rejected   %6$s/dead-letters.jsonl

                Three things to try:
                  1. Publish with any MQTT client:  mosquitto_pub -h %1$s -p %2$d -t hello -m world
                  2. Look at it with SQL:           %7$s
                  3. Change the mapping:            edit %4$s, then Ctrl-C and start the demo again

                %8$s
                """,
                EmbeddedBroker.HOST,
                broker.mqttPort(),
                database.description(),
                configuration.file(),
                options.folder(),
                broker.extensionDataFolder(),
                database.queryHint("messages"),
                plant());
    }

    private String plant() {
        if (options.devices() == 0) {
            return "No simulated devices: the broker waits for your messages. Ctrl-C ends the demo.";
        }
        return options.devices() + " simulated devices publish " + options.rate()
                + " messages a second, some of them malformed on purpose. Ctrl-C ends the demo.";
    }
}
