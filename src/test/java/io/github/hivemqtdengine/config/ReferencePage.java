package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Doc;
import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the reference of the configuration in one language: a table for each element. */
final class ReferencePage {

    private static final Doc START = new Doc("""
        # Reference of the configuration

        [简体中文](reference.zh-CN.md)

        All elements and attributes. [Configuration](configuration.md) explains them with examples, and says
        [how values are written](configuration.md#how-values-are-written). `conf/reference.xml` is a file with all of
        them, and an editor shows these texts by `conf/config.xsd`. %s
        """, """
            # 配置参考

            [English](reference.md)

            全部元素和属性。[配置](configuration.zh-CN.md)用示例说明它们，并给出[值的写法](configuration.zh-CN.md#值的写法)。
            `conf/reference.xml` 是包含全部元素的文件；借助 `conf/config.xsd`，编辑器会显示这些文字。%s
            """);

    private static final Doc INHERITED = new Doc(
            "Attributes and elements mean what they mean in a route. `payload` has all attributes of a route's"
                    + " `payload`, `on-error` those of a route's `on-error`, `table` has `on-tag-change` and `timestamp`"
                    + " only.",
            "属性和元素的含义与路由中相同。`payload` 具有路由的 `payload` 的全部属性，`on-error` 具有路由的 `on-error` 的全部属性，"
                    + "`table` 只有 `on-tag-change` 和 `timestamp`。");

    private static final Doc ALSO =
            new Doc("Also the attributes of [`tag`](#routesroutetabletag).", "另有 [`tag`](#routesroutetabletag) 的全部属性。");

    private final StringBuilder page = new StringBuilder();
    private final boolean isChinese;

    ReferencePage(boolean isChinese) {
        this.isChinese = isChinese;
    }

    String write() {
        page.append(in(START).formatted(in(GeneratedFiles.SAID)));
        section(SettingsReader.ROOT, "", "");
        return page.toString();
    }

    private void section(ElementType type, String path, String since) {
        page.append("\n## `").append(path.isEmpty() ? Element.ROOT : path).append("`\n\n");
        boolean isInherited = type.equals(Routes.DEFAULTS);
        if (isInherited) {
            page.append(in(INHERITED)).append("\n\n");
        }
        boolean isColumn = type.equals(Tables.COLUMN);
        if (isColumn) {
            page.append(in(ALSO)).append("\n\n");
        }
        page.append(in(new Doc("| Name | Value | Default | Meaning |", "| 名称 | 值 | 默认值 | 含义 |")))
                .append("\n|---|---|---|---|\n");
        type.nodes().stream()
                .filter(node -> !isColumn || !isOfTags(node))
                .forEach(node -> row(node, Declarations.since(node, since), since));
        if (!isInherited) {
            type.nodes().forEach(node -> {
                if (node instanceof ElementType inner) {
                    section(inner, Declarations.path(path, node), Declarations.since(node, since));
                }
            });
        }
    }

    private static boolean isOfTags(Node node) {
        return Tables.TAG.nodes().stream().anyMatch(other -> other.name().equals(node.name()));
    }

    private void row(Node node, String since, String around) {
        var name = node instanceof Setting<?> setting && setting.isAttribute() ? "@" + node.name() : node.name();
        page.append("| `%s` | %s | %s | %s |%n"
                .formatted(name, value(node), standard(node), meaning(node, since.equals(around) ? "" : since))
                .replace("\r\n", "\n"));
    }

    private String value(Node node) {
        var kind = node instanceof Setting<?> setting ? setting.form().range() : new Doc("element", "元素");
        var repeated = node.isRequired() ? new Doc(", one or more", "，一个或多个") : new Doc(", any number", "，任意个");
        return in(kind) + (Declarations.isRepeated(node) ? in(repeated) : "");
    }

    private String standard(Node node) {
        if (node.isRequired()) {
            return in(new Doc("required", "必填"));
        }
        if (node instanceof Setting<?> setting) {
            var standard = Declarations.defaultOf(setting);
            var otherwise = setting.otherwise();
            return !standard.isEmpty() ? "`" + standard + "`" : otherwise != null ? in(otherwise) : "–";
        }
        return "–";
    }

    private String meaning(Node node, String since) {
        var words = node instanceof Setting<?> setting
                ? setting.words().entrySet().stream()
                        .map(word -> "`" + word.getKey() + "`" + in(new Doc(": ", "：")) + in(word.getValue()))
                        .collect(Collectors.joining(in(new Doc(". ", "。"))))
                : "";
        var said = in(node.doc()) + (words.isEmpty() ? "" : in(new Doc(". ", "。")) + words);
        return since.isEmpty() ? said : said + in(new Doc(" (since " + since + ")", "（自 " + since + " 起）"));
    }

    private String in(Doc doc) {
        Function<Doc, String> language = isChinese ? Doc::chinese : Doc::english;
        return language.apply(doc);
    }
}
