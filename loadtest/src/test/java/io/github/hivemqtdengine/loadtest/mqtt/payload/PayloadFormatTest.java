// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadFormatTest {

    private static final long NOW = 1_763_000_000_123_456L;
    private static final String TEXT =
            "{\"w\":\"{word:run,alarm}\",\"s\":{s},\"p\":{client},\"n\":{n},\"i\":{i},\"t\":{t},"
                    + "\"seq\":{seq},\"a\":{int:-5..359},\"v\":{double:220..240},\"ok\":{bool}}";

    private static PayloadFormat format(Format format, int records, Compression compression) {
        return PayloadFormat.of(new PayloadPlan(format, 4_000, TEXT, records, compression), 3);
    }

    private static JsonNode json(byte[] payload) throws Exception {
        return new ObjectMapper().readTree(payload);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EDGE_NODE", "FILE", "RECORDING"}) // no stamps
    void shouldFindEveryFormatsStamp(Format format) {
        for (var compression : Compression.values()) {
            var made = format(format, 2, compression);
            var stamp = new Stamp();

            made.stamps().read(ByteBuffer.wrap(made.source(7).payload(12_345, NOW)), stamp);

            assertThat(made.isNumbered()).isTrue();
            assertThat(stamp.sentMicros()).isEqualTo(NOW);
            assertThat(stamp.publisher()).isEqualTo(7);
            assertThat(stamp.message()).isEqualTo(12_345);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EDGE_NODE", "FILE", "RECORDING"})
    void shouldNotTakeAnotherPayloadForItsOwn(Format format) {
        var stamp = new Stamp();

        format(format, 1, Compression.NONE).stamps().read(ByteBuffer.wrap("hello".getBytes(UTF_8)), stamp);

        assertThat(stamp.isNumbered()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"JSON", "WIDE_JSON", "TEMPLATE"})
    void shouldBeAnObjectForOneRecord(Format format) throws Exception {
        var object = json(format(format, 1, Compression.NONE).source(7).payload(5, NOW));

        assertThat(object.isObject()).isTrue();
        assertThat(object.get("s").longValue()).isEqualTo(NOW);
        assertThat(object.get("p").intValue()).isEqualTo(7);
        assertThat(object.get("n").intValue()).isEqualTo(5);
        assertThat(object.get("i").intValue()).isZero();
        assertThat(object.get("t").longValue()).isEqualTo(NOW);
    }

    @ParameterizedTest
    @EnumSource(names = {"JSON", "WIDE_JSON", "TEMPLATE"})
    void shouldNumberTheRecordsOfAnArray(Format format) throws Exception {
        var source = format(format, 3, Compression.NONE).source(0);
        var times = new HashSet<Long>();

        for (int message = 0; message < 4; message++) {
            var array = json(source.payload(message, NOW));
            assertThat(array).hasSize(3);
            for (int i = 0; i < 3; i++) {
                assertThat(array.get(i).get("i").intValue()).isEqualTo(i);
                times.add(array.get(i).get("t").longValue());
            }
        }

        assertThat(times).hasSize(12);
    }

    @Test
    void shouldFillABlockWithRecords() throws Exception {
        var format = PayloadFormat.of(new PayloadPlan(Format.BLOCK, 100_000, "", 1, Compression.NONE), 1);

        var payload = format.source(3).payload(1_000_000, NOW);

        assertThat(payload).hasSize(100_000);
        assertThat(json(payload)).hasSize(format.records());
        assertThat(format.records()).isGreaterThan(500);
    }

    @ParameterizedTest
    @CsvSource({"AVRO, /wide.avsc, 14", "SMALL_AVRO, /meter.avsc, 10"})
    void shouldEncodeAvroDatumsThatTheSchemaReads(Format format, String schema, int fields) throws Exception {
        var data = data(format, schema, 3);

        for (int i = 0; i < 3; i++) {
            var datum = data.get(i);
            assertThat(datum.get("s")).isEqualTo(NOW);
            assertThat(datum.get("n")).isEqualTo(5L);
            assertThat(datum.get("i")).isEqualTo(i);
            assertThat(datum.getSchema().getFields())
                    .hasSize(fields)
                    .allSatisfy(field ->
                            assertThat(datum.get(field.pos())).as(field.name()).isNotNull());
        }
    }

    private static List<GenericRecord> data(Format format, String schema, int records) throws IOException {
        var payload = format(format, records, Compression.NONE).source(7).payload(5, NOW);
        var reader = new GenericDatumReader<GenericRecord>(
                new Schema.Parser().parse(PayloadFormatTest.class.getResourceAsStream(schema)));
        var decoder = DecoderFactory.get().binaryDecoder(payload, null);
        var data = new ArrayList<GenericRecord>();
        for (int i = 0; i < records; i++) {
            data.add(reader.read(null, decoder));
        }
        assertThat(decoder.isEnd()).isTrue();
        return data;
    }

    @Test
    void shouldHaveTheSameValuesInAvroAsInJson() throws Exception {
        var datum = data(Format.SMALL_AVRO, "/meter.avsc", 1).get(0);

        assertThat(json(datum.toString().getBytes(UTF_8)))
                .isEqualTo(
                        json(format(Format.JSON, 1, Compression.NONE).source(7).payload(5, NOW)));
    }

    @Test
    void shouldHaveAHundredSamplesInAWideRecord() throws Exception {
        var datum = data(Format.AVRO, "/wide.avsc", 1).get(0);

        assertThat((List<?>) datum.get("samples")).hasSize(100);
    }

    @Test
    void shouldBeAboutAsLongAsThePublishedRecords() {
        assertThat(format(Format.AVRO, 1, Compression.NONE).source(0).payload(0, NOW).length)
                .isCloseTo(980, within(40));
        assertThat(format(Format.WIDE_JSON, 1, Compression.NONE).source(0).payload(0, NOW).length)
                .isCloseTo(2_344, within(200));
    }

    @Test
    void shouldDrawWithinBounds() throws Exception {
        var source = format(Format.TEMPLATE, 1, Compression.NONE).source(1);

        for (int message = 0; message < 200; message++) {
            var object = json(source.payload(message, NOW));
            assertThat(object.get("w").textValue()).isIn("run", "alarm");
            assertThat(object.get("a").intValue()).isBetween(-5, 359);
            assertThat(object.get("v").doubleValue()).isBetween(220.0, 240.0);
            assertThat(object.get("ok").isBoolean()).isTrue();
            assertThat(object.get("seq").intValue()).isEqualTo(message % 3);
        }
    }

    private static PayloadFormat clock(String value, Compression compression) {
        var text = "{\"s\":{s}, \"t\" : " + value + ", \"p\":{p},\"n\":{n}}";
        return PayloadFormat.of(new PayloadPlan(Format.TEMPLATE, 0, text, 1, compression), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "1 s, 1763000000000000, 1000000",
        "100 ms, 1763000000100000, 100000",
        "50 us, 1763000000123450, 50",
        "1 us, 1763000000123456, 1",
        "1 min, 1762999980000000, 60000000"
    })
    void shouldCutTheTimeOfSendingToTheStepsOfAClock(String step, long time, long micros) throws Exception {
        var format = clock("{time:" + step + "}", Compression.NONE);
        var payload = format.source(7).payload(5, NOW);
        var stamp = new Stamp();
        format.stamps().read(ByteBuffer.wrap(payload), stamp);

        assertThat(json(payload).get("t").longValue()).isEqualTo(time);
        assertThat(json(payload).get("s").longValue()).isEqualTo(NOW);
        assertThat(stamp.message()).isEqualTo(5); // {n} follows the step
        assertThat(format.stepMicros("t")).hasValue(micros);
    }

    @Test
    void shouldKnowWhichMembersTimeGoesInSteps() {
        assertThat(clock("{time:1 s}", Compression.GZIP).stepMicros("t")).hasValue(1_000_000);
        assertThat(clock("{time:1 s}", Compression.NONE).stepMicros("s")).isEmpty();
        assertThat(clock("{t}", Compression.NONE).stepMicros("t")).isEmpty();
        assertThat(format(Format.JSON, 1, Compression.NONE).stepMicros("t")).isEmpty();
    }

    @Test
    void shouldNameEveryProblemOfATemplate() {
        var text = "{s}{foo}{int:9..1}{double:a..b}{word}{time}{time:0 s}{time:5}";
        var plan = new PayloadPlan(Format.TEMPLATE, 0, text, 1, Compression.NONE);

        assertThatThrownBy(() -> PayloadFormat.of(plan, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{foo}: unknown")
                .hasMessageContaining("{int:9..1}: has a lower bound above the upper one")
                .hasMessageContaining("{double:a..b}: has bounds that are no numbers")
                .hasMessageContaining("{word}: needs words")
                .hasMessageContaining("{time}: needs the length of a step")
                .hasMessageContaining("{time:0 s}: must have a length of time above 0")
                .hasMessageContaining("{time:5}: must be a length of time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"v\":{int:1..2}}", "{\"p\":{p}}", "{word:a,b}{p} {n}"})
    void shouldOnlyCountWhereATemplateTellsNoMessagesApart(String text) {
        var plan = new PayloadPlan(Format.TEMPLATE, 0, text, 1, Compression.NONE);

        assertThat(PayloadFormat.of(plan, 1).isNumbered()).isFalse();
    }

    @Test
    void shouldRefuseAPayloadWithoutRoomForTheTime() {
        var plan = new PayloadPlan(Format.MQTTLOADER, 7, "", 1, Compression.NONE);

        assertThatThrownBy(() -> PayloadFormat.of(plan, 1)).hasMessageContaining("7 bytes");
    }
}
