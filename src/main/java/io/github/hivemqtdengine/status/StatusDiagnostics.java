// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Assessment of a status file: what works, what does not, and the remedy.
 *
 * @param now time of the assessment
 */
public record StatusDiagnostics(StatusNode status, Instant now) {

    /** Age from which on a file shows that nothing writes it any more. */
    static final Duration MAX_AGE = Duration.ofSeconds(15);

    private static final double NEARLY_FULL = 0.8;
    private static final long LATE_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final int MAX_ROUTES = 20;
    private static final long MIB = 1_024 * 1_024;

    /** Returns whether the extension runs. */
    public CheckResult running() {
        var written = status.time("written");
        long age = Duration.between(written, now).toSeconds();
        var version = "version " + status.text("version") + " on " + status.text("host") + ", process "
                + status.text("process");
        if (status.flag("stopped")) {
            return CheckResult.fail(
                    "extension", "stopped at " + time(written) + " (" + version + "); start the broker");
        }
        if (Math.abs(age) > MAX_AGE.toSeconds()) {
            return CheckResult.fail(
                    "extension",
                    "the status is " + age + " s old, although a running extension writes it every "
                            + StatusFile.INTERVAL.toSeconds() + " s (" + version
                            + "); see whether the broker runs, and what its log says");
        }
        return status.count("format") == StatusDocument.FORMAT
                ? CheckResult.ok("extension", version + ", runs since " + time(status.time("started")))
                : CheckResult.fail("extension", "another " + version + " runs; use its own hivemq-tdengine");
    }

    /** Returns all results; without those of a status that is out of date. */
    public List<CheckResult> run() {
        var results = new ArrayList<CheckResult>();
        results.add(running());
        if (results.get(0).level() == CheckResult.Level.FAIL) {
            return results;
        }
        results.add(configuration(status.node("configuration")));
        status.nodes("databases").forEach(database -> results.add(database(database)));
        if (status.node("metrics").flag("spool.max-bytes")) {
            results.add(room(
                    "spool",
                    "messages wait in memory only; make room on its disk",
                    "once it is full, overflow decides on new messages; see why the database stores too little, or"
                            + " raise max-bytes"));
        }
        results.add(room(
                "dead-letters",
                "their disk rejects them, and they are lost; make room there",
                "once it is full, they are lost; correct their cause, then replay or delete them"));
        if (status.node("metrics").flag("archive.max-bytes")) {
            results.add(archive(status.node("metrics")));
        }
        status.nodes("routes").stream()
                .flatMap(route -> route("route \"" + route.text("id") + "\"", route).stream())
                .limit(MAX_ROUTES)
                .forEach(results::add);
        status.nodes("silentKeys").stream()
                .limit(MAX_ROUTES)
                .map(StatusDiagnostics::silentKeys)
                .forEach(results::add);
        if (status.has("otherRoutes")) {
            results.addAll(route("the other routes", status.node("otherRoutes")));
        }
        return results;
    }

    private static CheckResult configuration(StatusNode configuration) {
        var active = configuration.text("file") + ", active since " + time(configuration.time("activeSince"));
        var rejected = configuration.node("rejected");
        return configuration.has("rejected")
                ? CheckResult.warn(
                        "configuration",
                        active + "; a change of " + time(rejected.time("time"))
                                + " is not active (hivemq-tdengine validate checks the file): "
                                + rejected.text("problems"))
                : CheckResult.ok("configuration", active);
    }

    private static CheckResult database(StatusNode database) {
        var check = "database \"" + database.text("id") + "\"";
        var since = database.text("host") + ", since " + time(database.time("since"));
        if (!database.flag("up")) {
            var error = database.node("lastError").text("text");
            return CheckResult.fail(
                    check,
                    "accepts no rows: " + since + ", " + database.count("waiting-lanes") + " of "
                            + database.count("lanes") + " lanes wait; "
                            + (database.flag("needs-operator")
                                    ? "correct the user, its password or rights, or the licence"
                                    : "see whether the server runs and can be reached")
                            + ": hivemq-tdengine doctor --database " + database.text("id")
                            + (error.isEmpty()
                                    ? ""
                                    : "; last error: "
                                            + error.substring(error.indexOf(": ") + 1)
                                                    .strip()));
        }
        return database.count("oldest-age-ms") > LATE_MILLIS
                ? CheckResult.warn(
                        check,
                        "rows are " + database.count("oldest-age-ms") / 1_000 + " s late: " + since
                                + "; messages arrive faster than they are stored, or an outage is caught up with")
                : CheckResult.ok(check, "accepts rows: " + since);
    }

    private static CheckResult archive(StatusNode metrics) {
        var used = "%d of %d MiB are used"
                .formatted(metrics.count("archive.bytes") / MIB, metrics.count("archive.max-bytes") / MIB);
        return metrics.flag("archive.not-kept")
                ? CheckResult.warn(
                        "archive",
                        used + "; " + metrics.count("archive.not-kept")
                                + " files of stored messages could not be kept; the log says why")
                : CheckResult.ok("archive", used);
    }

    private CheckResult room(String check, String remedy, String whenNearlyFull) {
        var metrics = status.node("metrics");
        double share = metrics.number(check + ".share");
        var used = "%.0f %% of %d MiB are used".formatted(share * 100, metrics.count(check + ".max-bytes") / MIB);
        if (metrics.flag(check + ".degraded")) {
            return CheckResult.fail(check, used + "; " + remedy);
        }
        return share > NEARLY_FULL
                ? CheckResult.warn(check, used + "; " + whenNearlyFull)
                : CheckResult.ok(check, used);
    }

    private static List<CheckResult> route(String check, StatusNode route) {
        var results = new ArrayList<CheckResult>();
        if (route.has("silentSince")) {
            results.add(CheckResult.warn(
                    check,
                    "no message since " + time(route.time("silentSince"))
                            + "; see whether its publishers are connected, and publish on its topics"));
        }
        if (route.flag("dead-lettered")) {
            results.add(CheckResult.warn(
                    check,
                    route.count("dead-lettered") + " dead letters since the start" + reasons(route, "dead-lettered.")
                            + "; to see them: hivemq-tdengine dead-letters list"));
        }
        if (route.flag("lost")) {
            results.add(CheckResult.warn(
                    check,
                    route.count("lost") + " messages lost since the start" + reasons(route, "dropped.")
                            + "; docs/metrics.md explains the reasons"));
        }
        return results;
    }

    /** Names the keys in the check, since another key is another problem. */
    private static CheckResult silentKeys(StatusNode route) {
        long others = route.count("count") - route.texts("keys").size();
        return CheckResult.warn(
                "route \"" + route.text("id") + "\": "
                        + route.texts("keys").stream()
                                .map(key -> "\"" + key + "\"")
                                .collect(Collectors.joining(", "))
                        + (others == 0 ? "" : " and " + others + " more"),
                "no message, the first since " + time(route.time("since"))
                        + "; see whether the publisher is connected. One that is gone is forgotten after 7 d");
    }

    private static String reasons(StatusNode route, String prefix) {
        return route.fields().keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()) + " " + route.count(name))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
