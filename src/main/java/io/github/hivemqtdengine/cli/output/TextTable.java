// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Table of texts, whose columns are aligned: numbers to the right. */
public final class TextTable {

    /** As long as the id of a route may be. */
    private static final int MAX_WIDTH = 64;

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    /** Values that are to the right: numbers with or without separators, and those that stand for none. */
    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(?:\\.\\d+)?(?:E-?\\d+)?|null|NULL|-|");

    /** Characters of two columns: Chinese, Japanese and Korean ones, and pictures. */
    private static final Pattern WIDE = Pattern.compile(
            "[\\u1100-\\u115F\\u2E80-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFF60"
                    + "\\uFFE0-\\uFFE6\\x{1F300}-\\x{1FAFF}\\x{20000}-\\x{3FFFD}]");

    private TextTable() {}

    /**
     * Returns the lines.
     *
     * @param header the names of the columns
     * @param rows as many values each; long ones are cut
     */
    public static List<String> lines(List<String> header, List<List<String>> rows) {
        var all = new ArrayList<List<String>>();
        all.add(header);
        rows.forEach(row -> all.add(row.stream().map(TextTable::cut).toList()));
        int[] widths = IntStream.range(0, header.size())
                .map(column -> all.stream()
                        .mapToInt(row -> width(row.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        boolean[] isRight = new boolean[header.size()];
        for (int column = 0; column < isRight.length; column++) {
            int index = column;
            isRight[column] = !rows.isEmpty()
                    && rows.stream()
                            .allMatch(row -> NUMBER.matcher(row.get(index)).matches());
        }
        return all.stream().map(row -> line(row, widths, isRight)).toList();
    }

    private static String line(List<String> row, int[] widths, boolean[] isRight) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            var cell = row.get(column);
            var space = " ".repeat(widths[column] - width(cell));
            line.append(column == 0 ? "" : "  ").append(isRight[column] ? space + cell : cell + space);
        }
        return line.toString().stripTrailing();
    }

    /** Returns the number of columns that a terminal needs. */
    private static int width(String text) {
        return text.codePointCount(0, text.length())
                + (int) WIDE.matcher(text).results().count();
    }

    /** Returns a value in one line, cut if it is long. */
    private static String cut(String text) {
        var shown = new StringBuilder();
        int columns = 0;
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            var character = text.substring(at, text.offsetByCodePoints(at, 1));
            columns += width(character);
            if (columns > MAX_WIDTH) {
                shown.setLength(shown.offsetByCodePoints(shown.length(), -3)); // room for the dots
                return shown + "...";
            }
            shown.append(CONTROL.matcher(character).matches() ? " " : character);
        }
        return shown.toString();
    }
}
