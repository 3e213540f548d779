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

/** Puts data, style and scripts into one page that loads nothing. */
final class HtmlPage {

    private static final List<String> COMMON = List.of("texts.js", "page.js", "scales.js", "charts.js");

    private HtmlPage() {}

    /**
     * A page.
     *
     * @param title its title until the script runs
     * @param script the resource that draws it
     * @param data what it draws, records that become JSON
     */
    static String of(String title, String script, Object data) {
        var scripts =
                COMMON.stream().map(HtmlPage::resource).collect(Collectors.joining("\n")) + "\n" + resource(script);
        return resource("page.html")
                .replace("{{title}}", title)
                .replace("{{style}}", resource("page.css"))
                .replace("{{script}}", scripts)
                .replace("{{words}}", json(words()))
                .replace("{{data}}", json(data)); // last: nothing in it is taken for a placeholder
    }

    /** JSON in which nothing can end the element around it, nor begin another one. */
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
