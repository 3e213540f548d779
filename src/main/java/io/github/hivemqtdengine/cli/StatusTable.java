// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.status.StatusNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines that show a status on a terminal. */
final class StatusTable {

    private static final int MAX_ROUTES = 20;
    private static final List<String> HEADER = List.of(
            "route", "received", "stored", "rows/s", "dead letters", "dropped", "in flight", "p50 ms", "p99 ms");

    private static final Map<String, String> COLOURS = Map.of("ok", "32", "warn", "33", "fail", "31");

    private StatusTable() {}

    /** Returns the findings, the routes and the latest warnings. */
    static List<String> lines(StatusNode status, List<CheckResult> findings) {
        var lines = new ArrayList<String>();
        for (var finding : findings) {
            lines.add(
                    "%-4s  %s: %s".formatted(Words.of(finding.level()), finding.check(), indented(finding.sentence())));
        }
        var routes = status.nodes("routes");
        if (!routes.isEmpty()) {
            lines.add("");
            lines.addAll(table(routes.stream().limit(MAX_ROUTES).toList()));
            long others = routes.size() + status.node("otherRoutes").count("routes") - MAX_ROUTES;
            if (others > 0) {
                lines.add("and " + others + " other routes");
            }
        }
        var warnings = status.nodes("warnings");
        if (!warnings.isEmpty()) {
            lines.add("");
            lines.add("latest warnings");
            warnings.forEach(warning -> lines.add(
                    warning.text("time") + "  " + warning.text("level") + "  " + indented(warning.text("text"))));
        }
        return lines;
    }

    private static String indented(String text) {
        return text.replace("\n", "\n      ");
    }

    private static List<String> table(List<StatusNode> routes) {
        var rows = new ArrayList<List<String>>();
        rows.add(HEADER);
        for (var route : routes) {
            rows.add(List.of(
                    route.text("id"),
                    number(route.count("received")),
                    number(route.count("stored")),
                    route.text("rowsPerSecond"),
                    number(route.count("dead-lettered")),
                    number(route.count("dropped")),
                    number(route.count("in-flight")),
                    route.text("commitP50Ms"),
                    route.text("commitP99Ms")));
        }
        return rows.stream().map(row -> line(row, rows)).toList();
    }

    private static String line(List<String> row, List<List<String>> rows) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            int index = column;
            int width =
                    rows.stream().mapToInt(one -> one.get(index).length()).max().orElse(0);
            var cell = row.get(column);
            var space = " ".repeat(width - cell.length());
            line.append(column == 0 ? cell + space : "  " + space + cell);
        }
        return line.toString();
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns a line with a colour for the level that it begins with. */
    static String coloured(String line) {
        int end = line.indexOf(' ');
        var colour = end < 0 ? null : COLOURS.get(line.substring(0, end));
        return colour == null
                ? line
                : "\u001b[" + colour + "m" + line.substring(0, end) + "\u001b[0m" + line.substring(end);
    }
}
