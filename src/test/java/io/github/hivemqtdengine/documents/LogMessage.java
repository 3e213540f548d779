// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Declaration of a log message: what it means, and what to do.
 *
 * @param area the area of the product that logs it
 * @param start the beginning of its text, or of its level and text
 * @param english meaning and, after {@link #ARROW}, remedy; in Markdown without a full stop at the end. Empty if the
 *     text says all
 * @param chinese the same in Chinese
 */
record LogMessage(String area, String start, String english, String chinese) {

    static final String ARROW = " → ";

    private static final Path FILE = Path.of("src/main/docs/log-messages.txt");

    /** Returns all declarations in their order. */
    static List<LogMessage> all() {
        try {
            return parse(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the declarations in a text; what precedes the first area is a comment. */
    static List<LogMessage> parse(String text) {
        var messages = new ArrayList<LogMessage>();
        var area = "";
        for (var block : text.strip().split("\n\n", -1)) {
            var lines = block.lines().toList();
            if (block.startsWith("[")) {
                area = block.substring(1, block.length() - 1);
            } else if (!area.isEmpty() && lines.size() == 3) {
                messages.add(new LogMessage(area, lines.get(0), lines.get(1), lines.get(2)));
            } else if (!area.isEmpty() && lines.size() == 1) {
                messages.add(new LogMessage(area, block, "", ""));
            } else if (!area.isEmpty()) {
                throw new IllegalArgumentException("Not one or three lines: " + block);
            }
        }
        return messages;
    }

    /** Returns the text of a line of this declaration as far as it is declared, with an ellipsis for the rest. */
    String beginningOf(LogLine line) {
        var text = start.startsWith(line.level() + " ")
                ? start.substring(line.level().length() + 1)
                : start;
        return text.equals(line.text()) || text.endsWith("…") ? text : text + "…";
    }

    /** Returns the declaration of a line: the longest beginning. */
    static Optional<LogMessage> of(LogLine line, List<LogMessage> messages) {
        return messages.stream()
                .filter(message -> line.text().startsWith(message.start)
                        || (line.level() + " " + line.text()).startsWith(message.start))
                .max(Comparator.comparingInt(message -> message.start.length()));
    }
}
