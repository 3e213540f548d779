// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteMatch;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words for constants, and sentences with them. */
public final class Words {

    private Words() {}

    /** Returns a constant as the configuration writes it: {@code last-wills} for {@code LAST_WILLS}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a number of dead letters. */
    public static String deadLetters(long count) {
        return count + (count == 1 ? " dead letter" : " dead letters");
    }

    /** Returns the beginning of a command that runs as another user, given by name or number. */
    public static String asUser(String user) {
        return "sudo -u " + (user.matches("\\d+") ? "'#" + user + "' " : user + " ");
    }

    /** Returns whether a route matches a message, and why, as a sentence. */
    public static String sentence(RouteMatch match) {
        var filter = match.filter().map(TopicFilter::text).orElse("");
        return switch (match.reason()) {
            case WANTED -> "wants it, by the filter " + filter;
            case EXCLUDED -> "does not want it: the exclude " + filter + " matches";
            case OTHER_TOPIC -> "does not want it: no filter matches (" + filters(match.route()) + ")";
            case OTHER_SOURCE ->
                "does not want it: it takes " + sources(match.route(), " and ") + " (--source "
                        + sources(match.route(), " or ") + ")";
        };
    }

    private static String sources(Route route, String between) {
        return route.topics().sources().stream().map(Words::of).collect(Collectors.joining(between));
    }

    private static String filters(Route route) {
        return route.topics().filters().stream().map(TopicFilter::text).collect(Collectors.joining(", "));
    }

    /** Returns the name of a field of the payload. */
    public static String name(FieldPath path) {
        var where = switch (path.scope()) {
            case RECORD -> "payload";
            case SCALARS -> "all fields of payload";
            case MESSAGE -> "payload-root";
            case KEY -> "payload-key";
            case INDEX -> "payload-index";
        };
        return path.text().isEmpty() ? where : where + ":" + path.text();
    }
}
