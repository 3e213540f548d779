// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.Syntax;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.traffic.Traffic;
import io.github.hivemqtdengine.loadtest.traffic.TrafficReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Totals of a recording, which stand for its messages. */
record Recording(Path file, Traffic totals) {

    private static final double MICROS_PER_SECOND = 1e6;

    static Recording of(String name) {
        var file = Path.of(name);
        Syntax.require(Files.isRegularFile(file), "must be a file that is there");
        try {
            var totals = TrafficReader.read(file, message -> {});
            Syntax.require(totals.messages() > 0, "must have messages");
            return new Recording(file, totals);
        } catch (IOException e) {
            throw new MalformedValueException("must be a recording of loadtest/run capture: " + e.getMessage());
        }
    }

    TrafficPlan plan(double factor) {
        return new TrafficPlan(file, factor, totals.filter());
    }

    int qos() {
        return Math.min(1, totals.qos());
    }

    /** Returns the average pace, which stands for the times of the messages. */
    Pace pace(double factor) {
        double seconds = Math.max(1, totals.micros()) / MICROS_PER_SECOND / factor;
        var length = Duration.of((long) Math.ceil(seconds * MICROS_PER_SECOND), ChronoUnit.MICROS);
        double rate = totals.messages() * MICROS_PER_SECOND / length.dividedBy(ChronoUnit.MICROS.getDuration());
        return new Pace.OpenLoop(List.of(new Pace.Step(rate, rate, length)));
    }

    /** Returns a topic that stands for those of the messages. */
    TopicPattern topics() {
        return new TopicPattern(totals.firstTopic().replace("{", "").replace("}", ""), 1);
    }
}
