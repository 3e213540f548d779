// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Page with messages and the rows that they become. Below "Messages", each heading is a topic and a fenced block is the
 * payload; the text around it may name the client and the dead letters. Below "Rows", each heading is a table, and a
 * table follows.
 */
public record SamplePage(List<SampleMessage> messages, List<ExpectedRows> tables) {

    private static final Set<String> MESSAGES = Set.of("Messages", "消息");
    private static final Set<String> ROWS = Set.of("Rows", "行");
    private static final Pattern SECTION = Pattern.compile("## (.+)");
    private static final Pattern HEADING = Pattern.compile("### `(.+)`");
    private static final Pattern CLIENT = Pattern.compile("(?:Client: |客户端：)`(.+)`");
    private static final Pattern DEAD_LETTER = Pattern.compile("(?:Dead letter: |死信：)`([^`]+)`.*");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final String FENCE = "```";
    private static final String DEFAULT_CLIENT = "device";

    /**
     * Reads a page.
     *
     * @throws IllegalArgumentException with a sentence, if a message has no payload or a table is not one
     */
    public static SamplePage of(List<String> lines) {
        var messages = new ArrayList<SampleMessage>();
        var tables = new ArrayList<ExpectedRows>();
        var section = "";
        for (int from = 0; from < lines.size(); ) {
            int to = end(lines, from);
            var part =
                    lines.subList(from, to).stream().map(String::stripTrailing).toList();
            var opened = SECTION.matcher(part.get(0));
            section = opened.matches() ? opened.group(1) : section;
            boolean isPart = part.get(0).startsWith("### ") && (MESSAGES.contains(section) || ROWS.contains(section));
            var heading = HEADING.matcher(part.get(0));
            if (isPart && !heading.matches()) {
                throw new IllegalArgumentException(
                        "line " + (from + 1) + ": write the topic or the table in backquotes: ### `name`");
            } else if (isPart && MESSAGES.contains(section)) {
                messages.add(message(heading.group(1), from + 1, part));
            } else if (isPart) {
                tables.add(table(heading.group(1), from + 1, part));
            }
            from = to;
        }
        return new SamplePage(messages, tables);
    }

    /** Returns the line of the next heading that is not in a block. */
    private static int end(List<String> lines, int from) {
        boolean isInBlock = false;
        for (int line = from + 1; line < lines.size(); line++) {
            isInBlock ^= lines.get(line).startsWith(FENCE);
            if (!isInBlock && lines.get(line).matches("###? .*")) {
                return line;
            }
        }
        return lines.size();
    }

    private static SampleMessage message(String topic, int number, List<String> lines) {
        int from = fence(lines, 0);
        int to = fence(lines, from + 1);
        if (to >= lines.size()) {
            throw new IllegalArgumentException(
                    "line " + number + ": the message to " + topic + " has no payload between two lines of ```");
        }
        if (topic.contains("+") || topic.contains("#")) {
            throw new IllegalArgumentException("line " + number + ": a topic has no wildcards + or #");
        }
        var clients = groups(CLIENT, lines);
        return new SampleMessage(
                topic,
                clients.isEmpty() ? DEFAULT_CLIENT : clients.get(0),
                lines.get(from).substring(FENCE.length()).strip(),
                String.join("\n", lines.subList(from + 1, to)),
                groups(DEAD_LETTER, lines));
    }

    private static int fence(List<String> lines, int from) {
        int line = from;
        while (line < lines.size() && !lines.get(line).startsWith(FENCE)) {
            line++;
        }
        return line;
    }

    private static List<String> groups(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .toList();
    }

    private static ExpectedRows table(String name, int number, List<String> lines) {
        var rows = lines.stream()
                .filter(line -> line.startsWith("|"))
                .map(SamplePage::cells)
                .toList();
        if (rows.size() < 2
                || rows.stream().anyMatch(row -> row.size() != rows.get(0).size())) {
            throw new IllegalArgumentException("line " + number + ": the rows of " + name
                    + " are no Markdown table with as many cells in each line");
        }
        return new ExpectedRows(name, rows.get(0), rows.subList(2, rows.size()));
    }

    private static List<String> cells(String line) {
        var cells = CELL_END.split(line.strip() + " ", -1);
        return Arrays.stream(cells, 1, Math.max(1, cells.length - 1))
                .map(SamplePage::cell)
                .toList();
    }

    private static String cell(String text) {
        return text.strip().replace("\\|", "|").replaceAll("^`(.*)`$", "$1");
    }
}
