// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import io.github.hivemqtdengine.cli.test.Cell;
import io.github.hivemqtdengine.cli.test.ExpectedRows;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.TableShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The comment at the head of a single file, with payloads and the rows that they become. */
final class HeaderComment {

    private static final Pattern CELL_END = Pattern.compile(" *\\| *| {2,}");
    private static final String BYTES = "\\x";

    private final List<String> lines;

    HeaderComment(Path file) throws IOException {
        var xml = Files.readString(file);
        this.lines = xml.substring(xml.indexOf("<!--"), xml.indexOf("-->"))
                .lines()
                .map(String::strip)
                .toList();
    }

    /** All text without white space, since payloads are written in groups of digits. */
    String text() {
        return String.join("", lines).replace(" ", "");
    }

    /** Expected rows of a table, all columns except the subtable name. */
    ExpectedRows rows(TableShape table) {
        var cells = new ArrayList<List<String>>();
        lines.stream()
                .dropWhile(line -> !line.startsWith(table.timestampColumn() + " "))
                .takeWhile(line -> !line.isEmpty())
                .forEach(line -> cells.add(List.of(CELL_END.split(line))));
        var columns = cells.remove(0);
        return new ExpectedRows(
                table.superTable(),
                columns,
                cells.stream().map(row -> normal(row, columns, table)).toList());
    }

    private static List<String> normal(List<String> row, List<String> columns, TableShape table) {
        var types = Example.types(table);
        return IntStream.range(0, columns.size())
                .mapToObj(i -> normal(row.get(i), types.get(columns.get(i))))
                .toList();
    }

    private static String normal(String cell, @Nullable ColumnType type) {
        if (type == null) {
            return Cell.time(cell.replace(' ', 'T') + "Z");
        }
        return Cell.of(type, cell.startsWith(BYTES) ? HexFormat.of().parseHex(cell.substring(BYTES.length())) : cell);
    }
}
