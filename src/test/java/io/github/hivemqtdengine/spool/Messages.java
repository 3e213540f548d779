// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.nio.charset.StandardCharsets;

/** Messages to be written to a log. */
public final class Messages {

    public static final String ROUTE = "meters";

    private Messages() {}

    /** A small message whose payload and time of arrival are its number. */
    public static InboundMessage message(long number) {
        return message(number, Long.toString(number).getBytes(StandardCharsets.UTF_8));
    }

    public static InboundMessage message(long number, byte[] payload) {
        return new InboundMessage(
                "plant/" + number, payload, "client", null, 1, false, false, Mqtt5Properties.NONE, number);
    }
}
