package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What went wrong with the real mqttloader's clients, by its log: it ends well even when all of them lost the broker. */
public final class MqttloaderTroubles {

    private static final Pattern UNSENT = Pattern.compile("(?m)^\\[WARNING\\].* Failed to publish \\(");
    /** A stack trace of its MQTT client begins so: {@code Connection lost (32109) - java.io.EOFException}. */
    private static final Pattern FAILURE = Pattern.compile("(?m)^(\\S.* \\(3\\d{4}\\)(?: - .*)?)$");

    private static final String IMPATIENT = "Subscribers timed out.";
    private static final String OUT_OF_TIME = "Measurement timed out.";

    private MqttloaderTroubles() {}

    /**
     * A sentence each; none if all went well.
     *
     * @param log what it wrote to standard error; at another {@code log_level} than INFO or ALL it says less
     * @param lost how many deliveries are missing
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
