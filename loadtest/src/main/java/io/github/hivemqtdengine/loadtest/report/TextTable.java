// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Table for the console that is also valid Markdown. Numbers are right-aligned. */
public final class TextTable {

    private static final String NUMBER = "(< )?[-+]?[0-9][0-9,.]*( of [0-9][0-9,.]*)?";

    private final String title;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String title, String... head) {
        this.title = title;
        rows.add(List.of(head));
    }

    /** Adds a row: text unchanged, fractions with 0 to 2 decimals, by their size. */
    public void add(Object... cells) {
        rows.add(IntStream.range(0, cells.length).mapToObj(i -> text(cells[i])).toList());
    }

    private static String text(Object cell) {
        if (cell instanceof Double number) {
            var format = Math.abs(number) >= 1_000 ? "%,.0f" : Math.abs(number) >= 100 ? "%.1f" : "%.2f";
            return String.format(Locale.ROOT, format, number);
        }
        return cell instanceof Long number ? String.format(Locale.ROOT, "%,d", number) : inCell(cell.toString());
    }

    /** Escapes text so that it ends neither its cell nor its line. */
    private static String inCell(String text) {
        return text.strip().replaceAll("\\s*[\r\n]\\s*", " ").replace("|", "\\|");
    }

    @Override
    public String toString() {
        var widths = IntStream.range(0, rows.get(0).size()).map(this::width).toArray();
        var lines = rows.stream().map(row -> line(row, widths)).collect(Collectors.toCollection(ArrayList::new));
        lines.add(1, IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(" | ", "| ", " |")));
        return title + "\n\n" + String.join("\n", lines) + "\n";
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> pad(row.get(i), widths[i]))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String pad(String cell, int width) {
        var blanks = " ".repeat(width - cell.length());
        return cell.matches(NUMBER) ? blanks + cell : cell + blanks;
    }
}
