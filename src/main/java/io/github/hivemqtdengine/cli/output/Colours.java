// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import java.util.List;
import java.util.regex.Pattern;

/** Colours for lines on a terminal: of levels, places of problems, routes, and what is not stored. */
final class Colours {

    private static final List<Style> STYLES = List.of(
            new Style("ok(?= )", "32"),
            new Style("warn(?= )|  warning:", "33"),
            new Style("fail(?= )|  (?:goes to the dead letters|is dropped)", "31"),
            new Style("\\S+\\.xml:\\d+", "31"),
            new Style("Route \\S+(?=: )", "1"));

    private Colours() {}

    private record Style(Pattern beginning, String code) {

        Style(String beginning, String code) {
            this(Pattern.compile(beginning), code);
        }
    }

    /** Returns a line with a colour for what it begins with. */
    static String of(String line) {
        for (var style : STYLES) {
            var beginning = style.beginning.matcher(line);
            if (beginning.lookingAt()) {
                int end = beginning.end();
                return "\u001b[" + style.code + "m" + line.substring(0, end) + "\u001b[0m" + line.substring(end);
            }
        }
        return line;
    }
}
