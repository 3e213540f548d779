// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Client failures in the log of the real mqttloader, which exits normally even if all clients lost the broker. */
public final class MqttloaderTroubles {

    private static final Pattern UNSENT = Pattern.compile("(?m)^\\[WARNING\\].* Failed to publish \\(");
    /** First line of a stack trace of its MQTT client: {@code Connection lost (32109) - java.io.EOFException}. */
    private static final Pattern FAILURE = Pattern.compile("(?m)^(\\S.* \\(3\\d{4}\\)(?: - .*)?)$");

    private static final String IMPATIENT = "Subscribers timed out.";
    private static final String OUT_OF_TIME = "Measurement timed out.";

    private MqttloaderTroubles() {}

    /**
     * Returns one sentence for each kind of failure; empty if there were none.
     *
     * @param log its standard error; a {@code log_level} other than INFO or ALL hides some failures
     * @param lost number of missing deliveries
     */
    public static List<String> of(String log, long lost) {
        var troubles = new ArrayList<String>();
        long unsent = UNSENT.matcher(log).results().count();
        if (unsent > 0) {
            troubles.add(
                    "mqttloader could not send " + unsent + " messages: its publishers had lost their connections");
        }
        var failures =
                FAILURE.matcher(log).results().map(found -> found.group(1)).toList();
        if (!failures.isEmpty()) {
            troubles.add("mqttloader's clients failed " + failures.size() + " times, first with: " + failures.get(0));
        }
        if (lost > 0 && log.contains(IMPATIENT)) {
            troubles.add(lost + " deliveries were lost, or came after the subscriber_timeout that mqttloader waits");
        }
        if (log.contains(OUT_OF_TIME)) {
            troubles.add("mqttloader stopped because its exec_time was over");
        }
        return troubles;
    }
}
