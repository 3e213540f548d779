// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A Markdown file: headings, inline code, fenced blocks, rows of tables, links. */
final class Document {

    /** A piece of the text with its line, counted from 1. */
    record Piece(int line, String text) {}

    /** A fenced block with the line of its fence; the language is empty if the fence names none. */
    record Block(int line, String language, List<String> lines) {}

    /** A heading with its level, 1 to 6. */
    record Heading(int level, String text) {}

    private static final Pattern FENCE = Pattern.compile("\\s*```\\s*(\\S*)\\s*");
    private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,6}) (.+)$");
    private static final Pattern CODE = Pattern.compile("(?s)(?<!`)(`+)(?!`)((?:(?!\n\\s*\n).)+?)(?<!`)\\1(?!`)");
    private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|.*$");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern ITEM = Pattern.compile("(?m)^ *(?:[-*]|\\d+\\.) ");

    private final Path path;
    private final List<Block> blocks = new ArrayList<>();
    private final String prose;
    private final int[] lineEnds;

    Document(Path path, List<String> lines) {
        this.path = path;
        var text = new StringBuilder();
        var block = new ArrayList<String>();
        var opened = new Block(0, "", List.of());
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var fence = FENCE.matcher(line);
            boolean inside = opened.line() > 0;
            if (fence.matches() && inside) {
                blocks.add(new Block(opened.line(), opened.language(), List.copyOf(block)));
                block.clear();
                opened = new Block(0, "", List.of());
            } else if (fence.matches()) {
                opened = new Block(i + 1, fence.group(1), List.of());
            } else if (inside) {
                block.add(line);
            } else {
                text.append(line);
            }
            text.append('\n');
        }
        prose = text.toString();
        lineEnds = IntStream.range(0, prose.length())
                .filter(i -> prose.charAt(i) == '\n')
                .toArray();
    }

    static Document read(Path path) {
        try {
            return new Document(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** Returns the text outside of fenced blocks, line for line. */
    String prose() {
        return prose;
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Returns the inline code; that of tables without the backslashes in front of bars. */
    List<Piece> code() {
        return CODE.matcher(prose)
                .results()
                .map(code -> new Piece(
                        line(code.start()), code.group(2).replace("\\|", "|").replaceAll("\\s*\n\\s*", " ")))
                .toList();
    }

    List<Heading> headings() {
        return HEADING.matcher(prose)
                .results()
                .map(heading ->
                        new Heading(heading.group(1).length(), heading.group(2).strip()))
                .toList();
    }

    /** Returns the targets of links; what looks like one in code is none. */
    List<Piece> links() {
        var text =
                CODE.matcher(prose).replaceAll(code -> "`".repeat(code.group().length()));
        return LINK.matcher(text)
                .results()
                .map(link -> new Piece(line(link.start()), link.group(1)))
                .toList();
    }

    /** Returns the number of cells of each row of each table. */
    List<Integer> rows() {
        return ROW.matcher(prose)
                .results()
                .map(row -> CELL_END.split(row.group().strip()).length)
                .toList();
    }

    /** Returns the number of list items in each section, from the text in front of the first heading on. */
    List<Long> items() {
        return HEADING.splitAsStream(prose)
                .map(section -> ITEM.matcher(section).results().count())
                .toList();
    }

    /** Returns the anchors of the headings, as GitHub makes them. */
    Set<String> anchors() {
        var anchors = new HashSet<String>();
        var times = new HashMap<String, Integer>();
        for (var heading : headings()) {
            var anchor = heading.text()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
                    .replace(' ', '-');
            int earlier = times.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
        }
        return anchors;
    }

    private int line(int offset) {
        int found = Arrays.binarySearch(lineEnds, offset);
        return 1 + (found < 0 ? -found - 1 : found);
    }

    @Override
    public String toString() {
        return path.toString().replace('\\', '/');
    }
}
