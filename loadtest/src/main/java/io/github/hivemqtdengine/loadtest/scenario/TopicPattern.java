package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Topics with {@code {client}}, the publisher's number from 0, and {@code {seq}}, which counts a publisher's messages
 * from 0 and begins again after {@code topics}.
 *
 * @param pattern like {@code plant/{client}/{seq}}
 * @param topics how many different topics {@code {seq}} gives a publisher, at least 1
 */
public record TopicPattern(String pattern, int topics) {

    /** The topic of a publisher's message, both from 0. */
    public String topic(int publisher, int message) {
        return pattern.replace("{client}", Integer.toString(publisher))
                .replace("{seq}", Integer.toString(message % topics));
    }

    /** A topic filter that takes all topics of the pattern and as few others as it can. */
    public String filter() {
        var levels = pattern.split("/", -1);
        for (int i = 0; i < levels.length; i++) {
            if (levels[i].contains("{client}") || levels[i].contains("{seq}")) {
                levels[i] = "+";
            }
        }
        return String.join("/", levels);
    }
}
