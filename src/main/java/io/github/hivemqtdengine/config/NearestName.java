package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.expression.NearestWord;
import java.util.Collection;

/** Says what somebody may have meant. */
final class NearestName {

    private NearestName() {}

    /** The end of a sentence: the one name that was probably meant, or else what is known, if anything is. */
    static String suggestion(String name, Collection<String> known) {
        if (known.isEmpty()) {
            return "";
        }
        var nearest = NearestWord.of(name, known);
        boolean isNear = NearestWord.distance(name, nearest) <= Math.max(1, name.length() / 2);
        return isNear ? "; did you mean " + nearest + "?" : "; known are " + String.join(", ", known);
    }
}
