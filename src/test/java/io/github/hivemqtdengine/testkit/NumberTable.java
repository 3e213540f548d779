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

/** The table of numbers and types in {@code docs/formats.md}: what each type makes of each value in JSON. */
public final class NumberTable {

    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

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
            return Files.readAllLines(Path.of("docs/formats.md")).stream()
                    .dropWhile(line -> !line.startsWith("| Value | `BOOL`"))
                    .takeWhile(line -> line.startsWith("|"))
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
