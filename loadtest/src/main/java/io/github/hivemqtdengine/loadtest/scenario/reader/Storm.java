// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Reconnect storm, with the syntax of {@link ScenarioKey#STORM}. */
record Storm(int size, Duration interval) {

    static final Storm NONE = new Storm(0, Duration.ZERO);

    private static final Pattern PATTERN = Pattern.compile("(\\d{1,8})\\s+every\\s+(" + Durations.PATTERN + ")");

    static Storm parse(String text) {
        var storm = PATTERN.matcher(text);
        if (!storm.matches()) {
            throw new MalformedValueException("must be like 1000 every 10 s");
        }
        return new Storm(Integer.parseInt(storm.group(1)), Durations.positive(storm.group(2)));
    }
}
