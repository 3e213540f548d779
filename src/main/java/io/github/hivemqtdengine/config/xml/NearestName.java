package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.expression.NearestWord;
import java.util.Collection;

/** Suggests a known name for an unknown one. */
public final class NearestName {

    private NearestName() {}

    /** Returns the end of a sentence: the probable name, or otherwise all known names; empty if there are none. */
    public static String suggestion(String name, Collection<String> known) {
        if (known.isEmpty()) {
            return "";
        }
        var nearest = NearestWord.of(name, known);
        boolean isNear = NearestWord.distance(name, nearest) <= Math.max(1, name.length() / 2);
        return isNear ? "; did you mean " + nearest + "?" : "; known are " + String.join(", ", known);
    }
}
