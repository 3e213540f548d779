// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.LaneDelay;
import io.github.hivemqtdengine.loadtest.scenario.Link;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Syntax of {@link ScenarioKey#LINK} and {@link ScenarioKey#LANE_DELAY}. */
final class NetworkSyntax {

    private static final Pattern LINK =
            Pattern.compile("(" + Numbers.DECIMAL + ")\\s*([kMG])bit/s(?:\\s+with\\s+(\\d{1,4})\\s+bulk\\s+flows?)?");
    private static final Pattern LANE_DELAY =
            Pattern.compile("(" + Durations.PATTERN + ")\\s+on\\s+(\\d{1,2})\\s+of\\s+(\\d{1,2})");
    private static final Map<String, Long> UNITS = Map.of("k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);

    private NetworkSyntax() {}

    static Link link(String text) {
        var link = matched(LINK, text, "must be like 100 Mbit/s, or 100 Mbit/s with 64 bulk flows");
        long bits = new BigDecimal(link.group(1))
                .multiply(BigDecimal.valueOf(UNITS.getOrDefault(link.group(2), 0L)))
                .longValue();
        if (bits == 0) {
            throw new MalformedValueException("must be more than 0 bit/s");
        }
        return new Link(bits, link.group(3) == null ? 0 : Integer.parseInt(link.group(3)));
    }

    static LaneDelay laneDelay(String text) {
        var delay = matched(LANE_DELAY, text, "must be like 50 ms on 1 of 4");
        int slow = Integer.parseInt(delay.group(2));
        int endpoints = Integer.parseInt(delay.group(3));
        if (slow < 1 || slow > endpoints) {
            throw new MalformedValueException("must slow down one endpoint at least, and not more than there are");
        }
        return new LaneDelay(Durations.positive(delay.group(1)), slow, endpoints);
    }

    private static Matcher matched(Pattern pattern, String text, String rule) {
        var matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(rule);
        }
        return matcher;
    }
}
