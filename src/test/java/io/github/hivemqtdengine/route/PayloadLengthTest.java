// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A payload whose text cannot fit into its column is rejected by its size in bytes, without conversion to text. */
class PayloadLengthTest {

    private static final int LARGE = 4 << 20;
    private static final ValueErrors DROP =
            new ValueErrors(OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DROP, OnError.DEAD_LETTER);
    private static final ValueErrors TRUNCATE =
            new ValueErrors(OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.TRUNCATE, OnError.DEAD_LETTER);

    @ParameterizedTest
    @EnumSource(RawEncoding.class)
    void shouldRejectWithoutEncodingIt(RawEncoding encoding) {
        var route = route(encoding, Samples.value("payload", "VARCHAR(60000)", "${payload}"));
        var message = message(LARGE);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        refusal(route, message); // loads classes

        long before = threads.getCurrentThreadAllocatedBytes();
        var refusal = refusal(route, message);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(LARGE / 10);
        assertThat(refusal.reason()).isEqualTo(DeadLetterReason.LENGTH);
        assertThat(refusal.action()).isEqualTo(OnError.DEAD_LETTER);
        assertThat(refusal.sentence()).contains("Column \"payload\" of type VARCHAR(60000)", LARGE + " bytes");
    }

    @Test
    void shouldDoWhatTheColumnSaysOfLongValues() {
        var route = route(RawEncoding.BASE64, Samples.value("payload", "VARCHAR(60000)", "${payload}", null, DROP));

        assertThat(refusal(route, message(LARGE)).action()).isEqualTo(OnError.DROP);
    }

    /** The column may hold what becomes of it. */
    @Test
    void shouldLeaveTheRestToTheColumn() throws Exception {
        var cut = route(RawEncoding.HEX, Samples.value("payload", "VARCHAR(60000)", "${payload}", null, TRUNCATE));
        var other = route(RawEncoding.HEX, Samples.value("size", "VARCHAR(60000)", "${payload-encoding}"));

        assertThat(cut.rows(message(LARGE), MappingEvents.NONE)).hasSize(1);
        assertThat(other.rows(message(LARGE), MappingEvents.NONE)).hasSize(1);
    }

    @Test
    void shouldSayTheLengthOfTheTextOfASmallPayload() {
        var route = route(RawEncoding.HEX, Samples.value("payload", "VARCHAR(100)", "${payload}"));

        assertThat(refusal(route, message(51)).sentence()).contains("has a length of 102");
    }

    private static Route route(RawEncoding encoding, ValueSettings column) {
        var payload = new PayloadSettings(new RawFormat(encoding), RecordShape.ONE_RECORD);
        return RouteCompiler.compile(Samples.route(payload, "s", Samples.ARRIVAL, column));
    }

    private static InboundMessage message(int bytes) {
        return new InboundMessage(
                "site/berlin/meter/7", new byte[bytes], "c", null, 0, false, false, Mqtt5Properties.NONE, 1);
    }

    private static MappingException refusal(Route route, InboundMessage message) {
        return catchThrowableOfType(MappingException.class, () -> route.rows(message, MappingEvents.NONE));
    }
}
