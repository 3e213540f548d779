// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan.Churn;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Reads sessions and the departures of their clients. */
final class SessionReader {

    private static final int MQTT_5 = 5;
    private static final long LONGEST_SECONDS = 0xFFFF_FFFEL;
    private static final Duration AWAY = Duration.ofMillis(100);
    private static final Pattern CHURN =
            Pattern.compile("(" + Durations.PATTERN + ")(?:\\s+for\\s+(" + Durations.PATTERN + "))?");

    private final Settings settings;

    SessionReader(Settings settings) {
        this.settings = settings;
    }

    SessionPlan read() {
        var plan = new SessionPlan(
                settings.find(ScenarioKey.SESSION_EXPIRY, SessionReader::wholeSeconds),
                settings.find(ScenarioKey.CHURN, SessionReader::churn));
        if (plan.expiry().isPresent() && ClientsReader.version(settings) < MQTT_5) {
            settings.refuseInherited(
                    ScenarioKey.SESSION_EXPIRY,
                    "needs mqtt_version = 5: with MQTT 3.1.1 the broker decides how long it keeps sessions");
        }
        return plan;
    }

    /** Reads an interval of MQTT 5, in whole seconds. */
    static Duration wholeSeconds(String text) {
        var interval = Durations.positive(text);
        boolean isWhole = interval.equals(Duration.ofSeconds(interval.toSeconds()));
        if (!isWhole || interval.toSeconds() > LONGEST_SECONDS) {
            throw new MalformedValueException("must be a whole number of seconds, like 30 s");
        }
        return interval;
    }

    private static Churn churn(String text) {
        var churn = CHURN.matcher(text);
        if (!churn.matches()) {
            throw new MalformedValueException("must be like 10 s, or 10 s for 2 s");
        }
        return new Churn(
                Durations.positive(churn.group(1)), churn.group(2) == null ? AWAY : Durations.parse(churn.group(2)));
    }
}
