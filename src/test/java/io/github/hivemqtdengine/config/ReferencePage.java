// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the reference of the configuration in one language: a table for each element. */
final class ReferencePage {

    private static final Doc START = new Doc("""
        # Reference of the configuration

        [简体中文](reference.zh-CN.md)

        All elements and attributes; [Mapping](mapping.md) and [Delivery](delivery.md) explain them.
        `conf/reference.xml` is a file with all elements, and an editor shows these texts by `conf/config.xsd`. %s

        ## How values are written

        | Kind | Syntax | Examples |
        |---|---|---|
        | Duration | a number and `ms`, `s`, `min`, `h` or `d` | `20 ms`, `30 s`, `5 min` |
        | Size | a number and `B`, `KiB`, `MiB` or `GiB` (powers of 1,024) | `512 KiB`, `1 GiB` |
        | Number | digits only | `2000` |
        | Environment variable | `${ENV:NAME}` | `${ENV:TDENGINE_PASSWORD}` |
        | Content of a file | `${FILE:path}`, relative to the configuration's folder | `${FILE:/run/secrets/tdengine}` |

        `${ENV:...}` and `${FILE:...}` work in every value, also as part of a longer one. One line break at the end of a
        file is removed. A missing variable or file is a configuration error. `$${ENV:NAME}` is the text `${ENV:NAME}`.

        The order of elements has no meaning. Below, `@` marks attributes.
        """, """
            # 配置参考

            [English](reference.md)

            全部元素和属性；说明见[映射](mapping.zh-CN.md)和[投递](delivery.zh-CN.md)。`conf/reference.xml` 是包含全部元素的文件；
            借助 `conf/config.xsd`，编辑器会显示这些文字。%s

            ## 值的写法

            | 类别 | 写法 | 示例 |
            |---|---|---|
            | 时长 | 数字加 `ms`、`s`、`min`、`h` 或 `d` | `20 ms`、`30 s`、`5 min` |
            | 容量 | 数字加 `B`、`KiB`、`MiB` 或 `GiB`（以 1,024 为进制） | `512 KiB`、`1 GiB` |
            | 数字 | 只含数字 | `2000` |
            | 环境变量 | `${ENV:NAME}` | `${ENV:TDENGINE_PASSWORD}` |
            | 文件内容 | `${FILE:path}`，相对路径以配置文件所在目录为准 | `${FILE:/run/secrets/tdengine}` |

            `${ENV:...}` 和 `${FILE:...}` 可用于任何值，也可以只是值的一部分。文件末尾的一个换行符会被去掉。变量或文件不存在属于配置错误。
            `$${ENV:NAME}` 表示文本 `${ENV:NAME}` 本身。

            元素的先后顺序没有影响。以下 `@` 表示属性。
            """);

    private static final Doc INHERITED = new Doc(
            "As in a route; `table` has `on-tag-change` and `timestamp` only.",
            "与路由中相同；`table` 只有 `on-tag-change` 和 `timestamp`。");

    private static final Doc ALSO = new Doc(
            ". Also the attributes of [`tag`](#routesroutetabletag)", "。另有 [`tag`](#routesroutetabletag) 的全部属性");

    /** Largest number of settings that an element has in the table of the element around it. */
    private static final int MOST_IN_PARENT = 4;

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
        if (!isInParent(type)) {
            table(type, path, since);
        }
        if (!type.equals(Routes.DEFAULTS)) {
            type.nodes().forEach(node -> {
                if (node instanceof ElementType inner) {
                    section(inner, Declarations.path(path, node), Declarations.since(node, since));
                }
            });
        }
    }

    private void table(ElementType type, String path, String since) {
        page.append("\n## `").append(path.isEmpty() ? Element.ROOT : path).append("`\n\n");
        if (type.equals(Routes.DEFAULTS)) {
            page.append(in(INHERITED)).append("\n\n");
        }
        page.append(in(new Doc("| Name | Value | Default | Meaning |", "| 名称 | 值 | 默认值 | 含义 |")))
                .append("\n|---|---|---|---|\n");
        type.nodes().forEach(node -> rows(node, "", since, !type.equals(Routes.DEFAULTS)));
    }

    /** Writes the row of a node, and those of a small element's content after it. */
    private void rows(Node node, String parent, String around, boolean isWhole) {
        var since = Declarations.since(node, around);
        row(node, parent, since, around);
        if (isWhole && node instanceof ElementType inner && isInParent(inner)) {
            content(inner).forEach(content -> rows(content, parent + node.name() + " ", since, true));
        }
    }

    /** Returns whether an element's content is listed in the table of the element around it. */
    private static boolean isInParent(ElementType type) {
        var content = content(type);
        boolean isList = content.size() == 1 && content.get(0) instanceof ElementType;
        boolean isSmall =
                content.size() <= MOST_IN_PARENT && content.stream().allMatch(node -> node instanceof Setting<?>);
        return isList || isSmall;
    }

    /** Returns what an element contains; of a column only what a tag does not have. */
    private static List<Node> content(ElementType type) {
        return type.nodes().stream()
                .filter(node -> !type.equals(Tables.COLUMN) || !isOfTags(node))
                .toList();
    }

    private static boolean isOfTags(Node node) {
        return Tables.TAG.nodes().stream().anyMatch(other -> other.name().equals(node.name()));
    }

    private void row(Node node, String parent, String since, String around) {
        var name = node instanceof Setting<?> setting && setting.isAttribute() ? "@" + node.name() : node.name();
        page.append("| `%s%s` | %s | %s | %s |%n"
                .formatted(parent, name, value(node), standard(node), meaning(node, since.equals(around) ? "" : since))
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
            return !standard.isEmpty() ? "`" + standard + "`" : otherwise != null ? in(otherwise) : "";
        }
        return "";
    }

    private String meaning(Node node, String since) {
        var words = node instanceof Setting<?> setting
                ? setting.words().entrySet().stream()
                        .map(word -> "`" + word.getKey() + "`" + in(new Doc(": ", "：")) + in(word.getValue()))
                        .collect(Collectors.joining(in(new Doc(". ", "。"))))
                : "";
        var also = node.equals(Tables.COLUMN) ? in(ALSO) : "";
        var said = in(node.doc()) + also + (words.isEmpty() ? "" : in(new Doc(". ", "。")) + words);
        return since.isEmpty() ? said : said + in(new Doc(" (since " + since + ")", "（自 " + since + " 起）"));
    }

    private String in(Doc doc) {
        Function<Doc, String> language = isChinese ? Doc::chinese : Doc::english;
        return language.apply(doc);
    }
}
