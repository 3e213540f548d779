// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parts of pages that are written from the declarations of metrics and log messages: what is between
 * {@code <!--metrics:route-->} or {@code <!--messages:spool-->} and {@code <!--end-->}, for example.
 */
public final class GeneratedTables {

    private static final Pattern PART = Pattern.compile("(?s)(<!--(metrics|messages):([a-z-]+)-->\n).*?(<!--end-->)");
    private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO");

    private final boolean isChinese;

    private GeneratedTables(boolean isChinese) {
        this.isChinese = isChinese;
    }

    /** Returns the pages with their parts written anew. */
    public static Map<Path, String> contents() {
        var contents = new TreeMap<Path, String>();
        for (var page : List.of("docs/metrics", "docs/log-messages")) {
            contents.put(Path.of(page + ".md"), new GeneratedTables(false).page(Path.of(page + ".md")));
            contents.put(Path.of(page + ".zh-CN.md"), new GeneratedTables(true).page(Path.of(page + ".zh-CN.md")));
        }
        return contents;
    }

    private String page(Path file) {
        try {
            return PART.matcher(Files.readString(file))
                    .replaceAll(part -> Matcher.quoteReplacement(part.group(1)
                            + (part.group(2).equals("metrics") ? metrics(part.group(3)) : messages(part.group(3)))
                            + "\n" + part.group(4)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the table of the metrics of a route, a database or a registry, or of the others. */
    private String metrics(String group) {
        boolean hasId = !group.equals("extension");
        var prefix = hasId ? group + ".<id>." : "";
        var name = hasId ? "`" + prefix + "`" : in("Name", "名称");
        var head = "| %s | %s | %s |\n|---|---|---|\n".formatted(name, in("Unit", "单位"), in("Meaning", "含义"));
        return Stream.<Metric[]>of(
                        AccountCounter.values(), ExtensionMetric.values(), DropReason.values(), MappingEvent.values())
                .flatMap(Arrays::stream)
                .filter(metric -> hasId
                        ? metric.metric().startsWith(prefix)
                        : !metric.metric().contains("<id>"))
                .map(metric -> row(metric.metric().substring(prefix.length()), metric.meaning()))
                .collect(Collectors.joining("\n", head, ""));
    }

    private String row(String name, Metric.Meaning meaning) {
        return "| `%s` | %s | %s |".formatted(name, unit(meaning.type()), in(meaning.english(), meaning.chinese()));
    }

    private String unit(Metric.Type type) {
        return switch (type) {
            case COUNTER -> "counter";
            case HISTOGRAM -> in("histogram, rows", "histogram，行");
            case TIMER -> "timer";
            case FLAG -> "0/1";
            case COUNT, MESSAGES, ROWS, VALUES -> "";
            case BYTES -> in("bytes", "字节");
            case SHARE -> in("ratio", "比例");
            case MILLISECONDS -> in("ms", "毫秒");
            case SECONDS -> in("s", "秒");
        };
    }

    /** Returns the list of the messages of an area: errors first, then warnings. */
    private String messages(String area) {
        var declared = LogMessage.all();
        var lines = LogStatements.shown().stream()
                .collect(Collectors.toMap(
                        line -> LogMessage.of(line, declared)
                                .orElseThrow(() -> new IllegalStateException(
                                        "src/main/docs/log-messages.txt does not declare " + line)),
                        line -> line));
        return declared.stream()
                .filter(message -> message.area().equals(area))
                .sorted(comparing(message -> LEVELS.indexOf(line(message, lines).level())))
                .map(message -> item(message, line(message, lines)))
                .collect(Collectors.joining("\n"));
    }

    private static LogLine line(LogMessage message, Map<LogMessage, LogLine> lines) {
        return requireNonNull(lines.get(message), message.start());
    }

    private String item(LogMessage message, LogLine line) {
        var item = "- %s `%s`".formatted(line.level(), message.beginningOf(line));
        if (message.english().isEmpty()) {
            return item;
        }
        var parts = in(message.english(), message.chinese()).split(LogMessage.ARROW, -1);
        var remedy = parts.length == 1 ? "" : in(" **", "**") + parts[1] + in(".**", "。**");
        return item + "\\\n  " + parts[0] + in(".", "。") + remedy;
    }

    private String in(String english, String chinese) {
        return isChinese ? chinese : english;
    }
}
