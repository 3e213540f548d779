// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * A message of an example.
 *
 * @param language the word behind the fence of the payload; {@code hex} for hexadecimal digits
 * @param deadLetters why routes keep it as a dead letter, as the letters say it: {@code missing}; mostly none
 */
public record SampleMessage(String topic, String clientId, String language, String payload, List<String> deadLetters) {

    public SampleMessage {
        deadLetters = List.copyOf(deadLetters);
    }

    public byte[] bytes() {
        return language.equals("hex")
                ? HexFormat.of().parseHex(payload.replaceAll("\\s", ""))
                : payload.getBytes(StandardCharsets.UTF_8);
    }
}
