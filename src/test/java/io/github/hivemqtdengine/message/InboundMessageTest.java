// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboundMessageTest {

    @Test
    void shouldWeighWhatItHolds() {
        var properties = Collections.nCopies(1_000, new UserProperty("name", "x".repeat(1_000)));

        int bare = message(new byte[0], Mqtt5Properties.NONE).weight();

        assertThat(message(new byte[5_000], Mqtt5Properties.NONE).weight()).isEqualTo(bare + 5_000);
        assertThat(message(new byte[0], new Mqtt5Properties("type", "answers", null, properties))
                        .weight())
                .isGreaterThan(bare + 1_000 * 1_004);
    }

    /** From the disk they are strings of their own for each message. */
    @Test
    void shouldWeighTheNamesOfClientAndUser() {
        var nameless = new InboundMessage("a", new byte[0], "", null, 0, false, false, Mqtt5Properties.NONE, 0);
        var named = new InboundMessage(
                "a", new byte[0], "c".repeat(300), "u".repeat(500), 0, false, false, Mqtt5Properties.NONE, 0);

        assertThat(named.weight()).isEqualTo(nameless.weight() + 800);
    }

    private static InboundMessage message(byte[] payload, Mqtt5Properties properties) {
        return new InboundMessage("a/b", payload, "client", null, 0, false, false, properties, 0);
    }

    @Test
    void shouldGiveTheFirstUserPropertyOfAName() {
        var properties =
                new Mqtt5Properties(null, null, null, List.of(new UserProperty("a", "1"), new UserProperty("a", "2")));

        assertThat(properties.userProperty("a")).contains("1");
        assertThat(properties.userProperty("b")).isEmpty();
    }
}
