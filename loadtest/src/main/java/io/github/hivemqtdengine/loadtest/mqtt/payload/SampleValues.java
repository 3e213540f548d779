// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Values of devices by field name, equal in every run. */
final class SampleValues {

    private static final int VARIETY = 1_000;
    /** More than the 4,096 rows that TDengine compresses together. */
    private static final int WIDE_VARIETY = 5_000;

    private static final int IMAGE_BYTES = 100;
    private static final int SAMPLES = 100;
    private static final JsonMapper JSON = new JsonMapper();

    private SampleValues() {}

    /** Returns records of five values. */
    static List<Map<String, Object>> meters() {
        return list(VARIETY, i -> {
            var values = reading(i);
            values.put("state", state(i));
            values.put("count", (long) count(i));
            return values;
        });
    }

    /** Returns records of three values. */
    static List<Map<String, Object>> readings() {
        return list(VARIETY, SampleValues::reading);
    }

    /** Returns records of the Avro experiment: about 955 bytes as Avro, 2,344 as JSON. */
    static List<Map<String, Object>> wide() {
        return list(WIDE_VARIETY, SampleValues::wide);
    }

    private static List<Map<String, Object>> list(int count, IntFunction<Map<String, Object>> record) {
        return IntStream.range(0, count).mapToObj(record).toList();
    }

    private static Map<String, Object> reading(int i) {
        var values = new LinkedHashMap<String, Object>();
        values.put("voltage", voltage(i));
        values.put("current", current(i));
        values.put("phase", phase(i));
        return values;
    }

    private static Map<String, Object> wide(int number) {
        var random = new Random(number);
        var image = new byte[IMAGE_BYTES];
        random.nextBytes(image);
        var values = new LinkedHashMap<String, Object>();
        values.put("count", random.nextInt(1_000_000));
        values.put("total", random.nextLong(1_000_000_000_000L));
        values.put("running", random.nextBoolean());
        values.put("level", 20 + random.nextDouble());
        values.put("ratio", random.nextFloat());
        values.put("image", ByteBuffer.wrap(image));
        values.put("device", "device-%04d".formatted(number));
        values.put("place", "hall-%04d".formatted(number));
        values.put("samples", random.doubles(SAMPLES, 20, 30).boxed().toList());
        return values;
    }

    /** Returns the values as members of JSON, with leading comma and closing brace; bytes are in Base64. */
    static String json(Map<String, Object> values) {
        try {
            return "," + JSON.writeValueAsString(values).substring(1);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
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
}
