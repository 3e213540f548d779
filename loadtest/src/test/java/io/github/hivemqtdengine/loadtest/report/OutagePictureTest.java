// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The picture of an outage in the README: the first round of the published run. {@code -Dpictures} writes it anew.
 */
class OutagePictureTest {

    private static final Path RESULTS = Path.of("../docs/results/tdengine.json");
    private static final Path PICTURES = Path.of("../docs/pictures");
    private static final Map<String, List<String>> WORDS = Map.of(
            "outage.svg",
            List.of("An outage of the database", "messages", "published", "stored", "TDengine is stopped", "seconds"),
            "outage.zh-CN.svg",
            List.of("数据库停机", "消息", "已发布", "已存储", "TDengine 停止", "秒"));

    private static final int LEFT = 70;
    private static final int TOP = 24;
    private static final int WIDTH = 820;
    private static final int HEIGHT = 250;
    private static final int MESSAGES_BETWEEN_LINES = 20_000;
    private static final int SECONDS_BETWEEN_MARKS = 5;

    @Test
    void shouldShowThePublishedRun() throws IOException {
        var round = round();
        assertThat(total(round, Second::stored)).isEqualTo(total(round, Second::sent));
        for (var picture : WORDS.entrySet()) {
            var file = PICTURES.resolve(picture.getKey());
            var drawn = picture(round, picture.getValue());
            if (System.getProperty("pictures") != null) {
                Files.writeString(file, drawn);
            }
            assertThat(file)
                    .usingCharset(UTF_8)
                    .as("The published run has changed. Draw it anew: ./mvnw -f loadtest/pom.xml test"
                            + " -Dtest=OutagePictureTest -Dpictures=yes")
                    .hasContent(drawn);
        }
    }

    private static Round round() throws IOException {
        return RunFile.read(RESULTS).scenarios().stream()
                .filter(scenario -> scenario.name().equals("outage"))
                .flatMap(scenario -> scenario.rounds().stream())
                .filter(round -> round.contender().word().equals("extension"))
                .findFirst()
                .orElseThrow();
    }

    private static long total(Round round, ToLongFunction<Second> count) {
        return round.timeline().stream().mapToLong(count).sum();
    }

    private static String picture(Round round, List<String> words) {
        int seconds = round.timeline().size();
        long most = total(round, Second::sent);
        var fault = round.faults().get(0);
        return String.format(
                Locale.ROOT,
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 330" role="img" aria-labelledby="title">
                <title id="title">%s</title>
                <style>
                text { font: 13px system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; fill: #1d2530 }
                .line { fill: none; stroke-width: 3 } .published { stroke: #8a5a00 } .stored { stroke: #0b62c4 }
                .grid { stroke: #d7dce3 } .away { fill: #fbe3e3 } .end { text-anchor: end } .middle { text-anchor: middle }
                text.published { fill: #8a5a00; stroke: none } text.stored { fill: #0b62c4; stroke: none }
                @media (prefers-color-scheme: dark) {
                text { fill: #dfe5ec } .grid { stroke: #363e4a } .away { fill: #4a2326 } .published { stroke: #ecc26b } .stored { stroke: #6cb0ff }
                text.published { fill: #ecc26b } text.stored { fill: #6cb0ff }
                }
                </style>
                <rect class="away" x="%.1f" y="%d" width="%.1f" height="%d"/><text class="middle" x="%.1f" y="%d">%s</text>
                %s
                %s
                <text x="%d" y="14">%s</text><text class="end" x="%d" y="318">%s</text>
                <path class="line published" d="%s"/>
                <path class="line stored" d="%s"/>
                <text class="published end" x="%.1f" y="%.1f">%s</text><text class="stored" x="%.1f" y="%.1f">%s</text>
                </svg>
                """,
                words.get(0),
                x(fault.from(), seconds),
                TOP,
                x(fault.to(), seconds) - x(fault.from(), seconds),
                HEIGHT,
                (x(fault.from(), seconds) + x(fault.to(), seconds)) / 2,
                TOP + 18,
                words.get(4),
                numbers(most),
                times(seconds),
                LEFT,
                words.get(1),
                LEFT + WIDTH,
                words.get(5),
                line(round, Second::sent, most),
                line(round, Second::stored, most),
                x(fault.to() - 4, seconds),
                y(most * 0.6, most),
                words.get(2),
                x(fault.to() - 4, seconds),
                y(most * 0.18, most),
                words.get(3));
    }

    private static String line(Round round, ToLongFunction<Second> count, long most) {
        int seconds = round.timeline().size();
        long sum = 0;
        var points = new StringBuilder(String.format(Locale.ROOT, "M%.1f %.1f", x(0, seconds), y(0, most)));
        for (int second = 0; second < seconds; second++) {
            sum += count.applyAsLong(round.timeline().get(second));
            points.append(String.format(Locale.ROOT, " L%.1f %.1f", x(second + 1, seconds), y((double) sum, most)));
        }
        return points.toString();
    }

    private static String numbers(long most) {
        return IntStream.rangeClosed(0, (int) (most / MESSAGES_BETWEEN_LINES))
                .mapToObj(i -> {
                    long number = (long) i * MESSAGES_BETWEEN_LINES;
                    return String.format(
                            Locale.ROOT,
                            "<path class=\"grid\" d=\"M%d %.1f h%d\"/><text class=\"end\" x=\"%d\" y=\"%.1f\">%,d</text>",
                            LEFT,
                            y((double) number, most),
                            WIDTH,
                            LEFT - 8,
                            y((double) number, most) + 4,
                            number);
                })
                .collect(Collectors.joining());
    }

    private static String times(int seconds) {
        return IntStream.rangeClosed(0, seconds / SECONDS_BETWEEN_MARKS)
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%d</text>",
                        x(i * SECONDS_BETWEEN_MARKS, seconds),
                        TOP + HEIGHT + 20,
                        i * SECONDS_BETWEEN_MARKS))
                .collect(Collectors.joining());
    }

    private static double x(double second, int seconds) {
        return LEFT + second / seconds * WIDTH;
    }

    private static double y(double number, long most) {
        return TOP + HEIGHT - number / most * HEIGHT;
    }
}
