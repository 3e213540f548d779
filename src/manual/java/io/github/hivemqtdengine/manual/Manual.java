// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.manual;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes one HTML file of the pages of each language: the manual in the zip, without pictures, and the site. The build
 * runs this file from its source, also without tests; so it is one file.
 */
public final class Manual {

    private static final List<String> PAGES = List.of(
            "README",
            "docs/install",
            "docs/mapping",
            "docs/namespace",
            "docs/sources",
            "docs/formats",
            "docs/sparkplug",
            "docs/sql",
            "docs/recipes",
            "docs/reference",
            "docs/command-line",
            "docs/dead-letters",
            "docs/archive",
            "docs/metrics",
            "docs/log-messages",
            "docs/troubleshooting",
            "docs/delivery",
            "docs/scaling",
            "docs/hivemq",
            "docs/security",
            "docs/backup",
            "docs/upgrade",
            "docs/migration",
            "docs/kubernetes",
            "docs/glossary");

    private static final Pattern REMOTE = Pattern.compile("[a-z]+:.*");
    private static final Pattern NO_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}\\p{M} _-]");
    /** Paragraphs that a removed picture leaves, and links to the other language, which the header has. */
    private static final Pattern LEFT_OUT = Pattern.compile("<p>(?:<a [^>]*>(?:简体中文|English)</a>|\\s*)</p>\\s*");

    /** Languages of the pages, with what the page says in each. */
    private enum Language {
        ENGLISH("en", "", "Search", "Pages", "Load tests", "简体中文"),
        CHINESE("zh-CN", ".zh-CN", "搜索", "目录", "负载测试", "English");

        private final String tag;
        private final String suffix;
        private final String search;
        private final String menu;
        private final String loadTests;
        private final String other;

        Language(String tag, String suffix, String search, String menu, String loadTests, String other) {
            this.tag = tag;
            this.suffix = suffix;
            this.search = search;
            this.menu = menu;
            this.loadTests = loadTests;
            this.other = other;
        }

        Language theOther() {
            return this == ENGLISH ? CHINESE : ENGLISH;
        }
    }

    private final Path root;
    private final String project;
    private final String version;
    private final boolean isSite;
    private final Parser parser =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private Manual(Path root, String project, String version, boolean isSite) {
        this.root = root;
        this.project = project;
        this.version = version;
        this.isSite = isSite;
    }

    /**
     * Writes the manual and the site.
     *
     * @param arguments the project's folder, its address, its version, and the folder to write to
     */
    public static void main(String[] arguments) throws IOException {
        var target = Path.of(arguments[3]);
        for (var kind : List.of("manual", "site")) {
            var folder = Files.createDirectories(target.resolve(kind));
            var manual = new Manual(Path.of(arguments[0]), arguments[1], arguments[2], kind.equals("site"));
            for (var language : Language.values()) {
                Files.writeString(folder.resolve(manual.file(language)), manual.html(language));
            }
            if (manual.isSite) {
                manual.copyPictures(Files.createDirectories(folder.resolve("pictures")));
            }
        }
    }

    private String file(Language language) {
        return (isSite ? "index" : "manual") + language.suffix + ".html";
    }

    private void copyPictures(Path folder) throws IOException {
        try (var pictures = Files.newDirectoryStream(root.resolve("docs/pictures"), "*.{gif,png,svg}")) {
            for (var picture : pictures) {
                Files.write(folder.resolve(picture.getFileName()), Files.readAllBytes(picture));
            }
        }
    }

    private String html(Language language) throws IOException {
        var navigation = new StringBuilder();
        var body = new StringBuilder();
        for (var page : PAGES) {
            var document = parser.parse(Files.readString(root.resolve(page + language.suffix + ".md")));
            if (!isSite) {
                removePictures(document);
            }
            var headings = new Headings(id(page));
            document.accept(headings);
            navigation.append(headings.navigation());
            var rendered = HtmlRenderer.builder()
                    .extensions(List.of(TablesExtension.create()))
                    .attributeProviderFactory(context -> attributes(page, language, headings))
                    .build()
                    .render(document);
            body.append("<article>")
                    .append(LEFT_OUT.matcher(rendered).replaceAll(""))
                    .append("</article>\n");
        }
        if (isSite) {
            navigation.append(loadTests(language));
        }
        return resource("manual.html")
                .replace("{language}", language.tag)
                .replace("{version}", version)
                .replace("{search}", language.search)
                .replace("{menu}", language.menu)
                .replace("{other}", "<a href=\"" + file(language.theOther()) + "\">" + language.other + "</a>")
                .replace("{style}", resource("manual.css"))
                .replace("{script}", resource("manual.js"))
                .replace("{navigation}", navigation)
                .replace("{body}", body);
    }

    /** Returns links to the pages of the published load tests, which the workflow makes. */
    private String loadTests(Language language) throws IOException {
        var links = new StringBuilder("<details open><summary>" + language.loadTests + "</summary>");
        try (var results = Files.list(root.resolve("docs/results"))) {
            results.map(result -> result.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .sorted()
                    .map(name -> name.replace(".json", ""))
                    .forEach(name -> links.append("<a href=\"" + name + ".html\">" + name + "</a>"));
        }
        return links + "</details>\n";
    }

    private String resource(String name) throws IOException {
        return Files.readString(root.resolve("src/manual/resources").resolve(name), UTF_8);
    }

    private static void removePictures(Node document) {
        var pictures = new ArrayList<Node>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Image image) {
                pictures.add(image);
            }
        });
        pictures.forEach(Node::unlink);
    }

    private AttributeProvider attributes(String page, Language language, Headings headings) {
        return (node, tag, attributes) -> {
            if (node instanceof Heading heading) {
                attributes.put("id", headings.ids.get(heading));
            } else if (node instanceof Link link) {
                attributes.put("href", target(page, language, link.getDestination()));
            } else if (node instanceof Image image && tag.equals("img")) {
                attributes.put("src", target(page, language, image.getDestination()));
                attributes.put("loading", "lazy");
            }
        };
    }

    /** Returns where a link of a page leads to from the manual. */
    private String target(String page, Language language, String link) {
        if (REMOTE.matcher(link).matches()) {
            return link;
        }
        int hash = link.indexOf('#');
        var fragment = hash < 0 ? "" : "--" + link.substring(hash + 1);
        var path = hash < 0 ? link : link.substring(0, hash);
        if (path.isEmpty()) {
            return "#" + id(page) + fragment;
        }
        var folder = Path.of(page).getParent();
        var file = (folder == null ? Path.of(path) : folder.resolve(path))
                .normalize()
                .toString()
                .replace('\\', '/');
        for (var other : Language.values()) {
            var name = file.endsWith(other.suffix + ".md")
                    ? file.substring(0, file.length() - other.suffix.length() - 3)
                    : "";
            if (PAGES.contains(name)) {
                return (other == language ? "" : file(other)) + "#" + id(name) + fragment;
            }
        }
        if (file.startsWith("docs/pictures/")) {
            return file.substring("docs/".length());
        }
        if (!isSite && file.startsWith("conf/")) {
            return "../" + file; // the zip has it
        }
        return project
                + (Files.isDirectory(root.resolve(file)) ? "/tree/main/" : "/blob/main/")
                + file
                + (hash < 0 ? "" : link.substring(hash));
    }

    private static String id(String page) {
        return page.substring(page.indexOf('/') + 1).toLowerCase(Locale.ROOT);
    }

    /** Headings of a page, with the anchors that GitHub gives them, after the page's name. */
    private static final class Headings extends AbstractVisitor {

        private static final int LAST_LISTED = 2;

        private final String page;
        private final Map<Heading, String> ids = new HashMap<>();
        private final Map<String, Integer> counts = new HashMap<>();
        private final List<String> entries = new ArrayList<>();

        Headings(String page) {
            this.page = page;
        }

        @Override
        public void visit(Heading heading) {
            var text = new StringBuilder();
            heading.accept(new AbstractVisitor() {
                @Override
                public void visit(Text part) {
                    text.append(part.getLiteral());
                }

                @Override
                public void visit(Code part) {
                    text.append(part.getLiteral());
                }
            });
            boolean isTitle = ids.isEmpty();
            var anchor = NO_ANCHOR
                    .matcher(text.toString().toLowerCase(Locale.ROOT))
                    .replaceAll("")
                    .replace(' ', '-');
            int before = counts.merge(anchor, 1, Integer::sum) - 1;
            ids.put(heading, isTitle ? page : page + "--" + anchor + (before == 0 ? "" : "-" + before));
            if (heading.getLevel() <= LAST_LISTED) {
                var shown = text.toString().replace("&", "&amp;").replace("<", "&lt;");
                entries.add("<a href=\"#" + ids.get(heading) + "\">" + shown + "</a>");
            }
        }

        String navigation() {
            return "<details><summary>" + entries.get(0) + "</summary>"
                    + String.join("", entries.subList(1, entries.size())) + "</details>\n";
        }
    }
}
