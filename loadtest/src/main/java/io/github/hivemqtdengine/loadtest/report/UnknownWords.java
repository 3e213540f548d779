// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import java.util.function.Function;

/** Removes metrics unknown to this version from a run's JSON. */
final class UnknownWords {

    private UnknownWords() {}

    static void remove(JsonNode run) {
        for (var scenario : run.path("scenarios")) {
            dropUnknown(scenario.path("published"), "figure", Figure::ofWord);
            dropUnknown(scenario.path("verdicts"), "figure", Figure::ofWord);
            for (var round : scenario.path("rounds")) {
                if (round.path("figures") instanceof ObjectNode figures) {
                    figures.properties().removeIf(entry -> !isKnown(entry.getKey(), Figure::ofWord));
                }
            }
        }
    }

    private static void dropUnknown(JsonNode list, String field, Function<String, ?> words) {
        for (var elements = list.elements(); elements.hasNext(); ) {
            if (!isKnown(elements.next().path(field).asText(), words)) {
                elements.remove();
            }
        }
    }

    private static boolean isKnown(String word, Function<String, ?> words) {
        try {
            return words.apply(word) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
