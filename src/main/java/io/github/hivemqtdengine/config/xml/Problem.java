// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

/**
 * Problem in a configuration.
 *
 * @param place the file and the line
 * @param element the path of the element or attribute, for example {@code routes/route/table/column@type}
 * @param value the offending value before references are replaced; empty if there is none or if it may be a secret
 * @param rule the expectation and the remedy; completes a sentence that begins with the value or the element
 */
public record Problem(Location place, String element, String value, String rule) {

    /** Returns the line, from 1. */
    public int line() {
        return place.line();
    }

    /** Returns the problem as a sentence for the log. */
    @Override
    public String toString() {
        var shown = value.isEmpty() ? "" : "\"" + value + "\" ";
        return place + " <" + element + "> " + shown + rule;
    }
}
