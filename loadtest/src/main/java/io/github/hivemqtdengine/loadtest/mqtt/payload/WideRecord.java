// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Record of the Avro experiment: about 955 bytes as Avro, 2,344 as JSON.
 *
 * @param image 100 bytes
 * @param samples 100 values
 */
record WideRecord(
        int count,
        long total,
        boolean running,
        double level,
        float ratio,
        ByteBuffer image,
        String device,
        String place,
        List<Double> samples) {

    private static final int IMAGE_BYTES = 100;
    private static final int SAMPLES = 100;

    /** Returns a random record, reproducible by its number. */
    static WideRecord sample(int number) {
        var random = new Random(number);
        var image = new byte[IMAGE_BYTES];
        random.nextBytes(image);
        return new WideRecord(
                random.nextInt(1_000_000),
                random.nextLong(1_000_000_000_000L),
                random.nextBoolean(),
                20 + random.nextDouble(),
                random.nextFloat(),
                ByteBuffer.wrap(image),
                "device-%04d".formatted(number),
                "hall-%04d".formatted(number),
                random.doubles(SAMPLES, 20, 30).boxed().toList());
    }

    /** Returns the fields by their names in the schema. */
    Map<String, Object> avro() {
        return Map.of(
                "count", count,
                "total", total,
                "running", running,
                "level", level,
                "ratio", ratio,
                "image", image.duplicate(),
                "device", device,
                "place", place,
                "samples", samples);
    }

    /** Returns the JSON members, with leading comma and closing brace; the image in base64. */
    String json() {
        var numbers = samples.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        return ",\"count\":" + count + ",\"total\":" + total + ",\"running\":" + running + ",\"level\":" + level
                + ",\"ratio\":" + ratio + ",\"image\":\""
                + US_ASCII.decode(Base64.getEncoder().encode(image.duplicate()))
                + "\",\"device\":\"" + device + "\",\"place\":\"" + place + "\",\"samples\":" + numbers + "}";
    }
}
