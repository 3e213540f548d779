// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDEATH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Metrics whose datatype neither the message nor a BIRTH announces, and whose value leaves it open. */
class UnknownDatatypeTest {

    /** The value -12 of an Int32, as Tahu writes it. */
    private static final long MINUS_TWELVE = 4_294_967_284L;

    private final SparkplugReading reading = new SparkplugReading();

    private static Encoding named() {
        return new Encoding().text(1, "a");
    }

    @Test
    void shouldRejectValuesOfSeveralKinds() throws Exception {
        var values = List.of(
                named().number(10, MINUS_TWELVE),
                named().number(11, 5),
                named().bytes(16, new byte[4]),
                named().number(7, 1));

        for (var value : values) {
            requireFailure(
                    NDATA,
                    value,
                    Fault.UNKNOWN_ALIAS,
                    "Metric \"a\" has no datatype, because no BIRTH before it is known");
        }
        reading.after(NBIRTH, payload(metric("b", DataType.INT8)).toBytes());
        for (var value : values) {
            requireFailure(NDATA, value, Fault.UNKNOWN_ALIAS, "Metric \"a\" has no datatype in the last BIRTH");
        }
    }

    @Test
    void shouldReadNamesByTheBirth() throws Exception {
        reading.after(DBIRTH, payload(metric("a", DataType.INT32)).toBytes());

        requireMinusTwelve("Int32");
    }

    @Test
    void shouldReadReplayedNamesByTheNextBirth() throws Exception {
        reading.after(DBIRTH, payload(metric("b", DataType.INT8)).toBytes())
                .replayedBefore(payload(metric("a", DataType.INT32)).toBytes());

        requireMinusTwelve("Int32");
    }

    private void requireMinusTwelve(String type) throws DecodeException {
        var data = payload(named().number(10, MINUS_TWELVE)).toBytes();

        assertThat(reading.metrics(DDATA, data, "/type", "/kind", "/value"))
                .containsExactly(List.of(type, "integer", -12L));
    }

    @Test
    void shouldRejectNumbersThatAreNoDatatype() {
        requireFailure(
                NDATA,
                named().number(4, 99).number(10, MINUS_TWELVE),
                Fault.MALFORMED,
                "Metric \"a\": It has the datatype 99, which Sparkplug B does not define at byte 8");
    }

    @Test
    void shouldRejectABirthAndStillLearnItsNames() throws Exception {
        var volts = metric("volts", DataType.FLOAT).number(2, 1).float32(12, 1);
        var open = named().number(2, 2).number(10, 5);
        requireFailure(NBIRTH, open, Fault.MALFORMED, "Metric \"a\": It has no datatype in a BIRTH at byte 8");

        reading.after(NBIRTH, payload(volts, open).toBytes());

        var data = payload(
                new Encoding().number(2, 1).float32(12, 2),
                new Encoding().number(2, 2).number(4, 3).number(10, 6));
        assertThat(reading.metrics(NDATA, data.toBytes(), "/name", "/kind", "/value"))
                .containsExactly(List.of("volts", "float", 2f), List.of("a", "integer", 6L));
        requireFailure(
                NDATA,
                new Encoding().number(2, 2).number(10, 6),
                Fault.UNKNOWN_ALIAS,
                "The metric of alias 2 has no datatype in the last BIRTH");
    }

    @Test
    void shouldReadTheNumberOfASession() throws Exception {
        var death = payload(new Encoding().text(1, "bdSeq").number(11, 7)).toBytes();

        assertThat(reading.metrics(NDEATH, death, "/type", "/kind", "/value"))
                .containsExactly(List.of("Int64", "integer", 7L));
    }

    private void requireFailure(String topic, Encoding metric, Fault fault, String sentence) {
        assertThatThrownBy(() -> reading.metrics(topic, payload(metric).toBytes(), "/value"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessage(sentence);
    }
}
