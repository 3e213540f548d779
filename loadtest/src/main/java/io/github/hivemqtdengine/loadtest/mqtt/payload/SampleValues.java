// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Precomputed device values, equal in every run. */
final class SampleValues {

    private static final int VARIETY = 1_000;
    private static final int WIDE_VARIETY = 50;

    private SampleValues() {}

    /** Returns JSON members with five values, with leading comma and closing brace. */
    static List<String> meters() {
        return texts(i -> String.format(
                Locale.ROOT,
                ",\"voltage\":%.1f,\"current\":%.2f,\"phase\":%d,\"state\":\"%s\",\"count\":%d}",
                voltage(i),
                current(i),
                phase(i),
                state(i),
                count(i)));
    }

    /** Returns the values of {@link #meters} by field name. */
    static List<Map<String, Object>> avroMeters() {
        return IntStream.range(0, VARIETY)
                .mapToObj(i -> Map.<String, Object>of(
                        "voltage", voltage(i),
                        "current", current(i),
                        "phase", phase(i),
                        "state", state(i),
                        "count", (long) count(i)))
                .toList();
    }

    /** Returns JSON members with three values. */
    static List<String> readings() {
        return texts(i -> String.format(
                Locale.ROOT, ",\"voltage\":%.1f,\"current\":%.2f,\"phase\":%d}", voltage(i), current(i), phase(i)));
    }

    static List<WideRecord> wide() {
        return IntStream.range(0, WIDE_VARIETY).mapToObj(WideRecord::sample).toList();
    }

    static double voltage(int i) {
        return 220 + Math.floorMod(i, 200) / 10.0;
    }

    static double current(int i) {
        return Math.floorMod(i, 320) / 100.0;
    }

    static int phase(int i) {
        return Math.floorMod(i, 360);
    }

    static String state(int i) {
        return Math.floorMod(i, 50) == 0 ? "alarm" : "run";
    }

    static int count(int i) {
        return 100_000 + Math.floorMod(i, VARIETY);
    }

    private static List<String> texts(IntFunction<String> text) {
        return IntStream.range(0, VARIETY).mapToObj(text).toList();
    }
}
