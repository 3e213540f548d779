// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes {@code conf/reference.xml}: every element with its default, commented out unless a file can't be without it. */
final class ReferenceXml {

    /** What a smallest file has, beside what every file must have. */
    private static final Set<String> NEEDED = Set.of(
            "databases/database/username",
            "databases/database/password",
            "databases/database/name",
            "routes/route",
            "routes/route/mqtt-topic-filters",
            "routes/route/mqtt-topic-filters/mqtt-topic-filter",
            "routes/route/payload",
            "routes/route/payload@format",
            "routes/route/table",
            "routes/route/table/tag",
            "routes/route/table/column");

    private static final int LINE = 116;
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

    private final XmlText text = new XmlText();

    String write() {
        text.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        comment(
                0,
                List.of(
                        "Every element and attribute of the configuration, each with its default, or with an example"
                                + " if it has none.",
                        "What may be left out is commented out. Not all settings go together: their sentences say what"
                                + " they need. " + GeneratedFiles.NOTICE,
                        "配置的全部元素和属性，值为默认值，没有默认值时为示例。可以省略的内容都已注释掉。并非所有设置都能同时使用，各项说明中写有其条件。"));
        text.line(0, "<" + Element.ROOT + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
        text.line(0, " ".repeat(Element.ROOT.length() + 2) + "xsi:noNamespaceSchemaLocation=\"config.xsd\">");
        children(SettingsReader.ROOT, "", 1, true);
        text.line(0, "</" + Element.ROOT + ">");
        return text.toString();
    }

    private void children(ElementType type, String path, int depth, boolean isNeeded) {
        type.children().forEach(child -> {
            var own = Declarations.path(path, child);
            boolean isChildNeeded = isNeeded && (child.isRequired() || NEEDED.contains(own));
            text.line(0, "");
            if (child instanceof ElementType inner) {
                element(inner, own, depth, isChildNeeded);
            } else {
                setting((Setting<?>) child, depth, isChildNeeded);
            }
        });
    }

    private void setting(Setting<?> setting, int depth, boolean isNeeded) {
        comment(depth, said(setting));
        line(depth, isNeeded, "<%1$s>%2$s</%1$s>".formatted(setting.name(), XmlText.escape(value(setting))));
    }

    private void element(ElementType type, String path, int depth, boolean isNeeded) {
        var since = Declarations.since(type);
        comment(
                depth,
                since.english().isEmpty()
                        ? lines(type.doc())
                        : lines(new Doc(
                                type.doc().english() + " (" + since.english() + ")",
                                type.doc().chinese() + "（" + since.chinese() + "）")));
        var attributes = type.attributes().toList();
        var needed = attributes.stream()
                .filter(attribute ->
                        !isNeeded || attribute.isRequired() || NEEDED.contains(Declarations.path(path, attribute)))
                .toList();
        var start = needed.stream()
                .map(attribute -> " " + attribute.name() + "=\"" + XmlText.escape(value(attribute)) + "\"")
                .collect(Collectors.joining("", "<" + type.name(), ""));
        attributes.forEach(attribute -> comment(depth + 1, said(attribute)));
        boolean hasChildren = type.children().findAny().isPresent();
        line(depth, isNeeded, start + (hasChildren ? ">" : "/>"));
        if (hasChildren) {
            children(type, path, depth + 1, isNeeded);
            line(depth, isNeeded, "</" + type.name() + ">");
        }
    }

    /** What a setting is for, which values it may have, and what the words of a choice mean. */
    private static List<String> said(Setting<?> setting) {
        var range = setting.form().range();
        var facts = Stream.of(range, Declarations.otherwise(setting), Declarations.since(setting))
                .filter(fact -> !fact.english().isEmpty())
                .toList();
        var name = setting.isAttribute() ? setting.name() + "=\"" + value(setting) + "\": " : "";
        var lines = new ArrayList<>(lines(new Doc(
                name
                        + setting.doc().english()
                        + facts.stream().map(Doc::english).collect(Collectors.joining("; ", " (", ")")),
                setting.doc().chinese()
                        + facts.stream().map(Doc::chinese).collect(Collectors.joining("；", "（", "）")))));
        setting.words().forEach((word, doc) -> {
            var plain = Declarations.plain(doc);
            lines.add("  " + word + ": " + plain.english());
            lines.add("  " + word + "：" + plain.chinese());
        });
        return lines;
    }

    private static List<String> lines(Doc doc) {
        var plain = Declarations.plain(doc);
        return List.of(plain.english(), plain.chinese());
    }

    private static String value(Setting<?> setting) {
        var standard = Declarations.defaultOf(setting);
        return standard.isEmpty() ? setting.example() : standard;
    }

    private void line(int depth, boolean isNeeded, String line) {
        text.line(depth, isNeeded ? line : "<!-- " + line + " -->");
    }

    private void comment(int depth, List<String> lines) {
        var start = "  ".repeat(depth) + "     ";
        var indented = lines.stream()
                .map(XmlText::comment)
                .map(line -> wrapped(line, start))
                .collect(Collectors.joining("\n" + start));
        text.line(depth, "<!-- " + indented + " -->");
    }

    /** A line in several if it is long; Chinese has no blanks to wrap it at. */
    private static String wrapped(String line, String start) {
        if (HAN.matcher(line).find()) {
            return line;
        }
        var wrapped = new StringBuilder();
        int column = start.length();
        for (var word : line.split(" ", -1)) {
            if (column + word.length() > LINE) {
                wrapped.append('\n').append(start);
                column = start.length();
            } else if (column > start.length()) {
                wrapped.append(' ');
            }
            wrapped.append(word);
            column += word.length() + 1;
        }
        return wrapped.toString();
    }
}
