// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Status as short JSON for programs that read MQTT: {@code state} is ok, warn, fail or stopped, {@code problems} are
 * those of the checks that are not ok.
 *
 * @param state the worst level of a check
 * @param written time of the status
 */
public record StatusMessage(String state, String host, Instant written, List<CheckResult> problems) {

    private static final int MAX_PROBLEMS = 20;
    private static final int MAX_SENTENCE = 1_000;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    /**
     * Makes the message of a status file's content.
     *
     * @throws DecodeException if the content is not JSON
     */
    public static StatusMessage of(byte[] content) throws DecodeException {
        var status = StatusNode.read(content);
        var written = status.time("written");
        var problems = new StatusDiagnostics(status, written)
                .run().stream()
                        .filter(result -> result.level() != Level.OK)
                        .sorted(Comparator.comparing(CheckResult::level).reversed())
                        .toList();
        var worst = problems.isEmpty() ? Level.OK : problems.get(0).level();
        var state = status.flag("stopped") ? "stopped" : worst.name();
        return new StatusMessage(
                state.toLowerCase(Locale.ROOT),
                status.text("host"),
                written,
                problems.stream().limit(MAX_PROBLEMS).map(StatusMessage::cut).toList());
    }

    private static CheckResult cut(CheckResult problem) {
        return new CheckResult(problem.level(), problem.check(), StatusDocument.cut(problem.sentence(), MAX_SENTENCE));
    }

    /** Returns whether the state and the problems are those of another message; numbers and the order do not count. */
    public boolean hasSameProblemsAs(StatusMessage other) {
        return state.equals(other.state) && withoutNumbers().equals(other.withoutNumbers());
    }

    private List<String> withoutNumbers() {
        return problems.stream()
                .map(problem -> problem.level()
                        + problem.check()
                        + DIGITS.matcher(problem.sentence()).replaceAll(""))
                .sorted()
                .toList();
    }

    public byte[] json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("state", state);
        json.put("time", written);
        json.put("host", host);
        json.put("problems", problems.stream().map(StatusMessage::json).toList());
        return JsonTree.utf8(json);
    }

    private static Map<String, String> json(CheckResult problem) {
        var json = new LinkedHashMap<String, String>();
        json.put("level", problem.level().name().toLowerCase(Locale.ROOT));
        json.put("check", problem.check());
        json.put("text", problem.sentence());
        return json;
    }
}
