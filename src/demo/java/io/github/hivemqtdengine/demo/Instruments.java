// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.time.InstantSource;
import java.util.Locale;

/** Kinds of devices in the plant; each matches one route of the demo's configuration. */
final class Instruments {

    private static final int LINES = 3;
    private static final int READINGS = 5;

    private final InstantSource clock;

    Instruments(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the instrument of a device; the number selects MQTT version (see {@link Device}), kind and QoS. */
    Instrument of(int number) {
        int qos = number / 6 % 3;
        var line = "line" + (1 + number % LINES);
        return switch (number / 2 % 3) {
            case 0 -> press("plant/" + line + "/press/press" + number, qos, number);
            case 1 -> sensor("plant/" + line + "/sensor/probe" + number, qos, number);
            default -> meter("plant/" + line + "/meter/feed" + number, qos);
        };
    }

    private static Instrument press(String topic, int qos, int number) {
        var temperature = new Wave(60 + number, 5);
        var pressure = new Wave(4.5, 0.4);
        var cycles = new long[1];
        return () -> new Message(
                topic,
                text(
                        "{\"temperature\": %.2f, \"pressure\": %.3f, \"cycles\": %d, \"running\": true}",
                        temperature.next(), pressure.next(), ++cycles[0]),
                qos);
    }

    private static Instrument sensor(String topic, int qos, int number) {
        var wave = new Wave(20 + number, 2);
        return () -> new Message(topic, text("%.3f", wave.next()), qos);
    }

    /** Returns a meter with several readings per message, each at its own millisecond: equal times overwrite rows. */
    private Instrument meter(String topic, int qos) {
        var voltage = new Wave(230, 3);
        var last = new long[1];
        return () -> {
            var readings = new StringBuilder();
            last[0] = Math.max(last[0], clock.millis() - READINGS);
            for (int reading = 0; reading < READINGS; reading++) {
                readings.append(reading == 0 ? "" : ", ")
                        .append(text("{\"t\": %d, \"v\": %.2f}", ++last[0], voltage.next()));
            }
            return new Message(topic, "{\"readings\": [" + readings + "]}", qos);
        };
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Value that oscillates around its mean. */
    private static final class Wave {

        private static final double STEP = 0.05;

        private final double mean;
        private final double swing;
        private double angle;

        Wave(double mean, double swing) {
            this.mean = mean;
            this.swing = swing;
        }

        double next() {
            angle += STEP;
            return mean + swing * Math.sin(angle);
        }
    }
}
