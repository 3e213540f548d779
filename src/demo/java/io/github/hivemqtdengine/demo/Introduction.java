// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.PrintStream;

/** First screen: the addresses of all parts, and three things to try. */
record Introduction(
        DemoOptions options, EmbeddedBroker broker, DemoDatabase database, DemoConfiguration configuration) {

    void print(PrintStream out) {
        out.printf(
                """

                HiveMQ     mqtt://%1$s:%2$d, with the extension in it
                %3$s
                Log        %4$s/hivemq.log
                Rejected   %5$s/dead-letters.jsonl
                Mapping    %6$s%7$s

                Three things to try while it runs:
                  1. Change the mapping: open the file above in an editor, add this line below "temperature", and save.
                         <column name="fahrenheit"  type="DOUBLE"      value="${round(payload:/temperature * 1.8 + 32, 1)}"/>
                     The broker follows within seconds: the lines below show the new column, or what is wrong with it.
                     The next start keeps your changes; delete the file to get the original back.
                  2. Publish with any MQTT client:  mosquitto_pub -h %1$s -p %2$d -t hello -m world
                  3. Look at it with SQL:           %8$s

                %9$s
                """,
                EmbeddedBroker.HOST,
                broker.mqttPort(),
                database.description(),
                options.folder(),
                broker.extensionDataFolder(),
                configuration.file(),
                configuration.isKept() ? "   (kept from an earlier run)" : "",
                database.queryHint("messages"),
                plant());
    }

    private String plant() {
        if (options.devices() == 0) {
            return "No simulated devices: the broker waits for your messages. Ctrl-C ends the demo.";
        }
        return options.devices() + " simulated devices publish " + options.rate
                + " messages a second, some of them malformed on purpose. Ctrl-C ends the demo.";
    }
}
