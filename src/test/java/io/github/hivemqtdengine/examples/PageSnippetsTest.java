// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.test.MappedSamples;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages about mappings: their XML is a valid configuration, their messages become the rows that they show. */
class PageSnippetsTest {

    private static final List<String> PAGES = List.of("mapping", "sources", "sql", "formats");
    private static final String FENCE = "```";
    private static final Pattern TOPIC = Pattern.compile("[^`]*`([a-z0-9/]+)`[:：]");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final String TOPIC_OF_SNIPPETS = "site/north/meter/7/d1";
    private static final String FILTERS = """
            <mqtt-topic-filters>
              <mqtt-topic-filter>{site}/{hall}/{meter}/{press}/{device}</mqtt-topic-filter>
            </mqtt-topic-filters>
            """;
    private static final String TABLE = """
            <table super-table="%s" sub-table="s_${payload:/measurement}" %s>
              %s
              <tag name="id" type="VARCHAR(64)" value="${payload:/measurement}"/>
              <column name="v" type="VARCHAR(64)" value="%s" %s/>
            </table>
            """;

    @TempDir
    private Path folder;

    /**
     * XML of a page with what follows it.
     *
     * @param topic the topic of the message, if the page names it
     * @param message a message as JSON, or null
     * @param rows the lines of the table with its rows, or none
     */
    record Snippet(
            String place,
            String xml,
            @Nullable String topic,
            @Nullable String message,
            List<String> rows) {

        @Override
        public String toString() {
            return place;
        }
    }

    static List<Snippet> snippets() {
        return pages().flatMap(page -> snippets(page).stream()).toList();
    }

    static List<String> cheats() {
        return pages().filter(page -> page.getFileName().toString().startsWith("mapping"))
                .flatMap(page -> cheatSheet(lines(page)).stream())
                .flatMap(row -> CODE.matcher(row.substring(row.indexOf('|', 1))).results())
                .map(code -> code.group(1))
                .distinct()
                .toList();
    }

    @Test
    void shouldFindSnippets() {
        assertThat(snippets()).hasSizeGreaterThan(25);
        assertThat(snippets().stream().filter(snippet -> snippet.message() != null))
                .hasSize(6);
        assertThat(snippets().stream().filter(snippet -> !snippet.rows().isEmpty()))
                .hasSize(4);
        assertThat(cheats()).hasSizeGreaterThan(25);
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void shouldBeValidAndMapTheirMessages(Snippet snippet) throws IOException {
        var defaults = snippet.xml().startsWith("<defaults>") ? snippet.xml() : "";
        var mapped = new MappedSamples(
                RouteTable.of(Example.routes(configuration(defaults, inRoute(snippet.xml())))), List.of());

        if (snippet.message() != null) {
            var topic = snippet.topic() == null ? TOPIC_OF_SNIPPETS : snippet.topic();
            mapped.map(topic, "device", snippet.message().getBytes(StandardCharsets.UTF_8));
            assertThat(mapped.deadLetters()).containsExactly(List.of());
            assertThat(mapped.rowCount()).isPositive();
        }
        if (!snippet.rows().isEmpty()) {
            var table = snippet.xml().replaceAll("(?s).*super-table=\"([^\"]+)\".*", "$1");
            assertThat(mapped.rows(table, cells(snippet.rows().get(0))))
                    .isEqualTo(snippet.rows().stream()
                            .skip(2)
                            .map(PageSnippetsTest::cells)
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void shouldAcceptEachLineOfTheCheatSheet(String code) throws IOException {
        assertThat(Example.routes(configuration("", route(FILTERS + payload() + cheat(code)))))
                .hasSize(1);
    }

    private static String cheat(String code) {
        var value = "${payload:/v}";
        if (code.startsWith("${")) {
            return TABLE.formatted("t", "", "", code, "");
        } else if (code.startsWith("<timestamp")) {
            return TABLE.formatted("t", "", code, value, "");
        } else if (code.startsWith("<on-error")) {
            return TABLE.formatted("t", "", "", value, "") + code;
        } else if (code.startsWith("default") || code.startsWith("on-missing")) {
            return TABLE.formatted("t", "", "", value, code);
        } else if (code.startsWith("super-table")) {
            return TABLE.formatted(code.replaceAll("super-table=\"(.*)\"", "$1"), "", "", value, "");
        }
        return TABLE.formatted("t", code, "", value, "");
    }

    private static String inRoute(String xml) {
        if (xml.startsWith("<route>")) {
            return xml;
        } else if (xml.startsWith("<column")) {
            var table = TABLE.formatted("t", "", xml, "${payload:/v}", "");
            return route(FILTERS + payload() + table);
        } else if (xml.startsWith("<defaults>")) {
            return route(FILTERS + TABLE.formatted("t", "", "", "${payload:/v}", ""));
        }
        return route((xml.contains("<mqtt-topic-filter>") ? "" : FILTERS)
                + (xml.contains("<payload") ? "" : payload())
                + xml
                + (xml.contains("<table") ? "" : TABLE.formatted("t", "", "", "${payload:/v}", "")));
    }

    private static String payload() {
        return "<payload format=\"json\" rows=\"/devices/*/readings\"/>";
    }

    private static String route(String content) {
        return "<route><id>snippet</id>" + content + "</route>";
    }

    private Path configuration(String defaults, String routes) throws IOException {
        var file = folder.resolve("config.xml");
        Files.writeString(file, """
                <hivemq-tdengine-extension>
                  <databases>
                    <database>
                      <id>plant</id>
                      <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                      <username>mqtt</username>
                      <password>secret</password>
                      <name>factory</name>
                      <schema>evolve</schema>
                    </database>
                  </databases>
                  %s
                  <routes>%s</routes>
                </hivemq-tdengine-extension>
                """.formatted(defaults, routes));
        return file;
    }

    private static Stream<Path> pages() {
        return PAGES.stream()
                .flatMap(page -> Stream.of(Path.of("docs", page + ".md"), Path.of("docs", page + ".zh-CN.md")));
    }

    private static List<Snippet> snippets(Path page) {
        var lines = lines(page);
        var snippets = new ArrayList<Snippet>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals(FENCE + "xml")) {
                continue;
            }
            int end = end(lines, i);
            var xml = text(lines, i, end);
            if (!page.toString().contains("formats") || xml.contains("<table") || xml.startsWith("<column")) {
                snippets.add(snippet(page + ":" + (i + 1), xml, lines, end + 1));
            }
        }
        return snippets;
    }

    private static Snippet snippet(String place, String xml, List<String> lines, int from) {
        int next = nextText(lines, from);
        var named = TOPIC.matcher(lines.get(next));
        var topic = named.matches() ? named.group(1) : null;
        next = topic == null ? next : nextText(lines, next + 1);
        if (!lines.get(next).equals(FENCE + "json")) {
            return new Snippet(place, xml, null, null, List.of());
        }
        int end = end(lines, next);
        int table = nextText(lines, end + 1);
        var rows = lines.subList(table, lines.size()).stream()
                .takeWhile(line -> lines.get(table).startsWith("| subtable |") && line.startsWith("|"))
                .toList();
        return new Snippet(place, xml, topic, text(lines, next, end), rows);
    }

    private static int nextText(List<String> lines, int from) {
        int next = from;
        while (next < lines.size() - 1 && lines.get(next).isBlank()) {
            next++;
        }
        return next;
    }

    private static int end(List<String> lines, int fence) {
        return fence + 1 + lines.subList(fence + 1, lines.size()).indexOf(FENCE);
    }

    private static String text(List<String> lines, int fence, int end) {
        return String.join("\n", lines.subList(fence + 1, end));
    }

    /** Returns the rows of the last table in front of the page's second section. */
    private static List<String> cheatSheet(List<String> lines) {
        var sheet = lines.stream()
                .dropWhile(line -> !line.startsWith("## "))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
        int head = sheet.lastIndexOf("|---|---|");
        return sheet.subList(head + 1, sheet.size()).stream()
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    private static List<String> cells(String row) {
        return Pattern.compile("\\| ([^|]*?) (?=\\|)")
                .matcher(row)
                .results()
                .map((MatchResult cell) -> cell.group(1))
                .toList();
    }

    private static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
