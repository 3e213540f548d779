// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.status.StatusNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines that show a status on a terminal. */
public final class StatusTable {

    private static final int MAX_ROUTES = 20;
    private static final List<String> HEADER = List.of(
            "route", "received", "stored", "rows/s", "dead letters", "dropped", "in flight", "p50 ms", "p99 ms");

    private StatusTable() {}

    /** Returns the findings, the routes and the latest warnings. */
    public static List<String> lines(StatusNode status, List<CheckResult> findings) {
        var lines = new ArrayList<String>();
        for (var finding : findings) {
            var level = finding.level().name().toLowerCase(Locale.ROOT);
            lines.add("%-4s  %s: %s".formatted(level, finding.check(), indented(finding.sentence())));
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
        return TextTable.lines(HEADER, rows);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
