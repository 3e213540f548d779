// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the page of an example. Below "Messages", each heading is a topic and a fenced block is the payload; the text
 * around it may name the client and the dead letters. Below "Rows", each heading is a table, and a table follows.
 */
final class ExamplePage {

    private static final Pattern SECTION = Pattern.compile("## (.+)");
    private static final Pattern HEADING = Pattern.compile("### `(.+)`");
    private static final Pattern CLIENT = Pattern.compile("Client: `(.+)`");
    private static final Pattern DEAD_LETTER = Pattern.compile("Dead letter: `([^`]+)`.*");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final String FENCE = "```";
    private static final String DEFAULT_CLIENT = "device";

    private final List<SampleMessage> messages = new ArrayList<>();
    private final List<ExpectedRows> tables = new ArrayList<>();

    ExamplePage(List<String> lines) {
        var part = new ArrayList<String>();
        var section = "";
        for (var line : lines) {
            var opened = SECTION.matcher(line);
            if (opened.matches() || HEADING.matcher(line).matches()) {
                end(section, part);
                part.clear();
            }
            section = opened.matches() ? opened.group(1) : section;
            part.add(line);
        }
        end(section, part);
    }

    List<SampleMessage> messages() {
        return messages;
    }

    List<ExpectedRows> tables() {
        return tables;
    }

    private void end(String section, List<String> part) {
        var heading = part.isEmpty() ? HEADING.matcher("") : HEADING.matcher(part.get(0));
        if (heading.matches() && section.equals("Messages")) {
            messages.add(message(heading.group(1), part));
        } else if (heading.matches() && section.equals("Rows")) {
            tables.add(table(heading.group(1), part));
        }
    }

    private static SampleMessage message(String topic, List<String> lines) {
        int from = indexOf(FENCE, lines, 0);
        int to = indexOf(FENCE, lines, from + 1);
        var clients = groups(CLIENT, lines);
        return new SampleMessage(
                topic,
                clients.isEmpty() ? DEFAULT_CLIENT : clients.get(0),
                lines.get(from).substring(FENCE.length()),
                String.join("\n", lines.subList(from + 1, to)),
                groups(DEAD_LETTER, lines));
    }

    private static int indexOf(String start, List<String> lines, int from) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).startsWith(start)) {
                return i;
            }
        }
        throw new AssertionError("No " + start + " below " + lines.get(0));
    }

    private static List<String> groups(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .toList();
    }

    private static ExpectedRows table(String name, List<String> lines) {
        var rows = lines.stream()
                .filter(line -> line.startsWith("|"))
                .map(ExamplePage::cells)
                .toList();
        assertThat(rows)
                .as(name)
                .hasSizeGreaterThan(2)
                .allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
        return new ExpectedRows(name, rows.get(0), rows.subList(2, rows.size()));
    }

    private static List<String> cells(String line) {
        var cells = CELL_END.split(line.strip());
        return Arrays.stream(cells).skip(1).map(ExamplePage::cell).toList();
    }

    private static String cell(String text) {
        return text.strip().replace("\\|", "|").replaceAll("^`(.*)`$", "$1");
    }
}
