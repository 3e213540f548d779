package io.github.hivemqtdengine.examples;

import java.util.List;

/**
 * A message of an example.
 *
 * @param deadLetters why routes keep it as a dead letter, as the letters say it: {@code missing}; mostly none
 */
record SampleMessage(String topic, String clientId, String payload, List<String> deadLetters) {

    SampleMessage {
        deadLetters = List.copyOf(deadLetters);
    }
}
