// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What each type makes of each value in JSON: the table in {@code docs/formats.md}, and rarer numbers. */
public final class NumberTable {

    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    /** Rows of values that are too rare for the page. */
    private static final List<String> RARE = List.of(
            "| `0`, `-0`, `0e5`, `\"0.00\"` | `false` | `0` | `0` | `0` | `0.0` | `0.0` | `0.00` |",
            "| `0.125` | – | – | – | – | `0.125` | `0.125` | – |",
            "| `18446744073709551615` | – | – | – | `18446744073709551615` | `18446744073709551616`"
                    + " | `18446744073709551616` | – |",
            "| `1e-320`, `\"1e-320\"` | – | – | – | – | `0.0` | `1e-320` | – |",
            "| `16777217.5` | – | – | – | – | `16777218` | `16777217.5` | `16777217.50` |",
            "| `1e400` | – | – | – | – | – | – | – |",
            "| `4.9e-324` | – | – | – | – | `0.0` | `4.9e-324` | – |",
            "| `2.2250738585072009e-308` | – | – | – | – | `0.0` | `2.2250738585072009e-308` | – |",
            "| `1e-400` | – | – | – | – | `0.0` | `0.0` | – |");

    private NumberTable() {}

    /**
     * A value with what one type makes of it.
     *
     * @param json the value as JSON
     * @param stored the value in the column; empty if it does not fit
     */
    public record Cell(String json, String type, Optional<String> stored) {}

    /** Returns the types in the head of the table. */
    public static List<String> types() {
        return rows().get(0).subList(1, rows().get(0).size()).stream()
                .map(NumberTable::code)
                .toList();
    }

    /** Returns the values of the table, as JSON. */
    public static List<String> values() {
        return cells().map(Cell::json).distinct().toList();
    }

    /** Returns a cell for each value and each type. */
    public static Stream<Cell> cells() {
        var types = types();
        return rows().stream()
                .skip(2)
                .flatMap(row -> codes(row.get(0)).stream()
                        .flatMap(json -> IntStream.range(0, types.size())
                                .mapToObj(i -> new Cell(
                                        json,
                                        types.get(i),
                                        Optional.of(row.get(i + 1))
                                                .filter(cell -> !cell.equals("–"))
                                                .map(NumberTable::code)))));
    }

    private static List<List<String>> rows() {
        try {
            var ofPage = Files.readAllLines(Path.of("docs/formats.md")).stream()
                    .dropWhile(line -> !line.startsWith("| Value | `BOOL`"))
                    .takeWhile(line -> line.startsWith("|"));
            return Stream.concat(ofPage, RARE.stream())
                    .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                            .map(String::strip)
                            .filter(cell -> !cell.isEmpty())
                            .toList())
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String code(String cell) {
        return codes(cell).get(0);
    }

    private static List<String> codes(String cell) {
        var matcher = CODE.matcher(cell);
        var codes = new ArrayList<String>();
        while (matcher.find()) {
            codes.add(matcher.group(1));
        }
        return codes;
    }

    /** Returns a stored value as the table would have it, for comparison. */
    public static Function<String, Object> reader(String type) {
        return switch (type) {
            case "BOOL" -> Boolean::valueOf;
            case "FLOAT" -> Float::valueOf;
            case "DOUBLE" -> Double::valueOf;
            default -> java.math.BigDecimal::new;
        };
    }
}
