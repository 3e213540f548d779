// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.T;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.SplittableRandom;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.Metric.MetricBuilder;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.eclipse.tahu.message.model.SparkplugBPayload.SparkplugBPayloadBuilder;
import org.eclipse.tahu.message.model.Template;
import org.eclipse.tahu.message.model.Template.TemplateBuilder;
import org.eclipse.tahu.protobuf.SparkplugBProto;
import org.eclipse.tahu.util.CompressionAlgorithm;
import org.eclipse.tahu.util.PayloadUtil;
import org.jspecify.annotations.Nullable;

/**
 * Compares with Eclipse Tahu, the reference implementation. Its decoder differs on purpose in three things: it wraps
 * numbers that are outside the range of their datatype, takes a missing value for 0, and reads bytes above 127 of a
 * UInt8Array as negative numbers.
 */
@SuppressWarnings("JavaUtilDate") // which Tahu has
class TahuPropertyTest {

    private static final String[] FIELDS = {
        "/name", "/alias", "/type", "/timestamp", "/historical", "/transient", "/value"
    };

    private final SparkplugReading reading = new SparkplugReading();

    private static Metric metric(RandomValues random, String name, int depth) {
        try {
            var type = random.oneOf(List.copyOf(TahuValues.TYPES.keySet()));
            var metric = depth > 0 && random.chance(10)
                    ? new MetricBuilder(name, MetricDataType.Template, template(random, depth))
                    : new MetricBuilder(name, type, random.chance(10) ? null : TahuValues.value(type, random));
            return metric.timestamp(random.chance(30) ? null : new Date(T + random.between(-1_000, 1_000)))
                    .alias(random.anyBoolean() ? random.anyLong() : null)
                    .isHistorical(flag(random))
                    .isTransient(flag(random))
                    .createMetric();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable Boolean flag(RandomValues random) {
        return random.anyBoolean() ? random.anyBoolean() : null;
    }

    private static Template template(RandomValues random, int depth) {
        return new TemplateBuilder()
                .templateRef("type")
                .definition(false)
                .addMetrics(random.list(0, 3, () -> metric(random, "m" + random.below(100), depth - 1)))
                .createTemplate();
    }

    private static SparkplugBPayload payload(List<Metric> metrics) {
        return new SparkplugBPayloadBuilder(5L)
                .setTimestamp(new Date(T))
                .addMetrics(metrics)
                .createPayload();
    }

    private static byte[] encoded(SparkplugBPayload payload) throws Exception {
        return new SparkplugBPayloadEncoder().getBytes(payload, false);
    }

    /** Returns each metric of a message as a text. */
    private List<String> read(String topic, byte[] payload) throws DecodeException {
        var texts = new ArrayList<String>();
        for (var record : reading.metrics(topic, payload, FIELDS)) {
            texts.add(record.subList(0, 6) + " " + TahuValues.text(record.get(6)));
        }
        return texts;
    }

    private static void addTexts(Metric metric, String prefix, Metric around, List<String> texts) throws Exception {
        if (metric.getValue() instanceof Template template) {
            var inherited = new MetricBuilder(metric)
                    .timestamp(metric.getTimestamp() == null ? around.getTimestamp() : metric.getTimestamp())
                    .isHistorical(isTrue(metric.isHistorical()) || isTrue(around.isHistorical()))
                    .isTransient(isTrue(metric.isTransient()) || isTrue(around.isTransient()))
                    .createMetric();
            for (var member : template.getMetrics()) {
                addTexts(member, prefix + metric.getName() + "/", inherited, texts);
            }
            return;
        }
        var time = metric.getTimestamp() == null ? around.getTimestamp() : metric.getTimestamp();
        var fields = new ArrayList<@Nullable Object>();
        fields.add(prefix + metric.getName());
        fields.add(metric.getAlias() == null ? null : BinaryInput.unsigned(metric.getAlias()));
        fields.add(DataType.of(metric.getDataType().toIntValue()).label());
        fields.add(Instant.ofEpochMilli(time.getTime()));
        fields.add(isTrue(metric.isHistorical()) || isTrue(around.isHistorical()));
        fields.add(isTrue(metric.isTransient()) || isTrue(around.isTransient()));
        texts.add(fields + " " + TahuValues.text(metric.getValue()));
    }

    private static boolean isTrue(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }

    private static List<String> texts(List<Metric> metrics) throws Exception {
        var message = new MetricBuilder("", MetricDataType.Int8, null)
                .timestamp(new Date(T))
                .createMetric();
        var texts = new ArrayList<String>();
        for (var metric : metrics) {
            addTexts(metric, "", message, texts);
        }
        return texts;
    }

    @SeededTest
    void shouldReadWhatTahuWrites(RandomValues random) throws Exception {
        var metrics = random.list(0, 20, () -> metric(random, "metric " + random.below(100), 3));
        var bytes = encoded(payload(metrics));

        assertThat(read(NDATA, bytes)).isEqualTo(texts(metrics));
        assertThat(new SparkplugBPayloadDecoder()
                        .buildFromByteArray(bytes, null)
                        .getMetrics())
                .hasSameSizeAs(metrics);
        assertThat(reading.message(NDATA, bytes, "/seq", "/timestamp")).containsExactly(5L, Instant.ofEpochMilli(T));
    }

    @SeededTest
    void shouldDecompressWhatTahuCompresses(RandomValues random) throws Exception {
        var payload = payload(random.list(0, 20, () -> metric(random, "metric " + random.below(100), 1)));
        var algorithm = random.oneOf(CompressionAlgorithm.values());

        assertThat(read(NDATA, encoded(PayloadUtil.compress(payload, algorithm, false))))
                .isEqualTo(read(NDATA, encoded(payload)));
    }

    @SeededTest
    void shouldNameTheAliasesOfTahusBirths(RandomValues random) throws Exception {
        var births = new ArrayList<Metric>();
        var data = new ArrayList<Metric>();
        for (long alias = 0; alias < 10; alias++) {
            var type = random.oneOf(List.copyOf(TahuValues.TYPES.keySet()));
            births.add(new MetricBuilder("m" + alias, type, TahuValues.value(type, random))
                    .alias(alias)
                    .createMetric());
            data.add(new MetricBuilder("m" + alias, type, TahuValues.value(type, random))
                    .alias(alias)
                    .createMetric());
        }
        reading.after(NBIRTH, encoded(payload(births)));
        var expected = texts(data);
        for (var metric : data) {
            metric.setName(null);
        }

        assertThat(read(NDATA, new SparkplugBPayloadEncoder().getBytes(payload(data), true)))
                .isEqualTo(expected);
    }

    @SeededTest
    void shouldAgreeOnChangedPayloads(RandomValues random) throws Exception {
        var metrics = random.list(1, 5, () -> metric(random, "m" + random.below(100), 1));
        var changed = new HostileBytes(List.of(encoded(payload(metrics)))).next(new SplittableRandom(random.anyLong()));
        List<List<@Nullable Object>> read;
        try {
            read = reading.metrics(NDATA, changed, FIELDS);
        } catch (DecodeException e) {
            return; // stricter: UTF-8, ranges, members of the oneof, sizes
        }
        SparkplugBProto.Payload parsed;
        try {
            parsed = SparkplugBProto.Payload.parseFrom(changed);
        } catch (InvalidProtocolBufferException e) {
            assertThat(mayHavePassedOver(changed)).as(e.getMessage()).isTrue();
            return;
        }
        boolean isFlat = parsed.getMetricsList().stream().noneMatch(SparkplugBProto.Payload.Metric::hasTemplateValue);
        if (isFlat && !parsed.hasUuid()) {
            assertThat(read).hasSize(parsed.getMetricsCount());
            for (int i = 0; i < read.size(); i++) {
                requireSame(read.get(i), parsed.getMetrics(i), parsed);
            }
        }
    }

    /** Returns whether there may be a template's parameter or an extension, which are not looked into. */
    private static boolean mayHavePassedOver(byte[] payload) {
        for (byte next : payload) {
            if (next == 0x1A || next == (byte) 0x9A || next == 0x5A || next == 0x3A) {
                return true;
            }
        }
        return false;
    }

    private static void requireSame(
            List<@Nullable Object> read, SparkplugBProto.Payload.Metric metric, SparkplugBProto.Payload payload)
            throws Exception {
        assertThat(read.get(0)).isEqualTo(metric.getName());
        assertThat(read.get(1)).isEqualTo(metric.hasAlias() ? BinaryInput.unsigned(metric.getAlias()) : null);
        assertThat(read.get(2)).isEqualTo(DataType.of(metric.getDatatype()).label());
        if (metric.hasTimestamp() || payload.hasTimestamp()) {
            long time = metric.hasTimestamp() ? metric.getTimestamp() : payload.getTimestamp();
            assertThat(read.get(3)).isEqualTo(Instant.ofEpochMilli(time));
        }
        assertThat(read.get(4)).isEqualTo(metric.getIsHistorical());
        assertThat(read.get(5)).isEqualTo(metric.getIsTransient());
        if (metric.getIsNull()) {
            assertThat(read.get(6)).isNull();
        } else if (!metric.hasDatasetValue() && !metric.hasExtensionValue()) {
            assertThat(TahuValues.text(read.get(6))).isEqualTo(TahuValues.text(value(metric)));
        }
    }

    private static @Nullable Object value(SparkplugBProto.Payload.Metric metric) throws Exception {
        return switch (metric.getValueCase()) {
            case INT_VALUE -> integer(metric.getDatatype(), Integer.toUnsignedLong(metric.getIntValue()));
            case LONG_VALUE -> integer(metric.getDatatype(), metric.getLongValue());
            case FLOAT_VALUE -> metric.getFloatValue();
            case DOUBLE_VALUE -> metric.getDoubleValue();
            case BOOLEAN_VALUE -> metric.getBooleanValue();
            case STRING_VALUE -> metric.getStringValue();
            case BYTES_VALUE -> {
                var bytes = metric.getBytesValue().toByteArray();
                var type = DataType.of(metric.getDatatype());
                yield Encoding.number(type) >= Encoding.number(DataType.INT8_ARRAY)
                        ? ArrayValues.of(type, bytes)
                        : bytes;
            }
            default -> null;
        };
    }

    private static Object integer(int datatype, long raw) {
        return switch (DataType.of(datatype)) {
            case INT8 -> (byte) raw;
            case INT16 -> (short) raw;
            case INT32 -> (int) raw;
            case INT64 -> raw;
            case DATE_TIME -> new Date(raw);
            default -> BinaryInput.unsigned(raw);
        };
    }
}
