// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordBufferTest {

    private static final int LENGTH = 1_000_000;
    private static final int OTHERS = 1_000;

    /** Checks that characters of one byte do not reserve three: a packet may have a hundred million. */
    @ParameterizedTest
    @CsvSource({"x, 1", "ü, 2", "温, 3"})
    void shouldTakeNoMoreRoomThanTheStringsNeed(String character, int bytes) {
        var property = new UserProperty("name", character.repeat(LENGTH));
        var properties = Mqtt5Properties.of(null, null, null, List.of(property));
        var message = new InboundMessage("t", new byte[0], "c", null, 0, false, false, properties, 1);
        var record = new RecordBuffer();

        record.fill("r", message);

        assertThat(record.bytes()).isBetween(LENGTH * bytes, LENGTH * bytes + OTHERS);
        assertThat(record.begun().capacity()).isBetween(record.bytes(), LENGTH * bytes + OTHERS);
    }
}
