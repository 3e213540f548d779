// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds a self-contained page of data, style and scripts, which loads nothing from the network. */
final class HtmlPage {

    private static final List<String> COMMON = List.of("texts.js", "page.js", "charts.js");

    private static final String UPLOT = "/META-INF/resources/webjars/uplot/" + uplotVersion() + "/";

    private HtmlPage() {}

    /**
     * Returns a page.
     *
     * @param title title until the script runs
     * @param scripts resources that draw the page, in order
     * @param data records for the script, written as JSON
     */
    static String of(String title, List<String> scripts, Object data) {
        var script = Stream.concat(COMMON.stream(), scripts.stream())
                .map(HtmlPage::resource)
                .collect(Collectors.joining("\n"));
        return resource("page.html")
                .replace("{{title}}", title)
                .replace("{{uplot.css}}", resource(UPLOT + "dist/uPlot.min.css"))
                .replace(
                        "{{uplot.js}}",
                        "/*\n" + resource(UPLOT + "LICENSE") + "*/\n" + resource(UPLOT + "dist/uPlot.iife.min.js"))
                .replace("{{style}}", resource("page.css"))
                .replace("{{script}}", script)
                .replace("{{words}}", json(words()))
                .replace("{{data}}", json(data)); // last: placeholders in the data stay as they are
    }

    /** Returns JSON that can neither end the surrounding HTML element nor begin another one. */
    private static String json(Object data) {
        return RunFile.text(data)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static Words words() {
        var figures = new LinkedHashMap<String, FigureWords>();
        for (var figure : Figure.values()) {
            figures.put(
                    figure.word(),
                    new FigureWords(
                            figure.title(),
                            figure.unit(),
                            figure.better().name().toLowerCase(Locale.ROOT)));
        }
        var modes = new LinkedHashMap<String, String>();
        Arrays.stream(Mode.values()).forEach(mode -> modes.put(mode.word(), mode.title()));
        return new Words(figures, modes);
    }

    private record Words(Map<String, FigureWords> figures, Map<String, String> modes) {}

    private record FigureWords(String title, String unit, String better) {}

    /** Returns the version in the WebJar's Maven coordinates, which is also the name of its folder. */
    private static String uplotVersion() {
        var key = "version=";
        return resource("/META-INF/maven/org.webjars.npm/uplot/pom.properties")
                .lines()
                .filter(line -> line.startsWith(key))
                .findFirst()
                .orElseThrow()
                .substring(key.length());
    }

    static String resource(String name) {
        try (var in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
