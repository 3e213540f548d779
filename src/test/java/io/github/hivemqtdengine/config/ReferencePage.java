// SPDX-License-Identifier: Apache-2.0
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

        All elements and attributes. [Mapping](mapping.md) has a cheat sheet and explains the mapping language,
        [Sources](sources.md) and [SQL](sql.md) further kinds of routes, [Delivery](delivery.md) what the settings of
        `delivery` mean together. `conf/reference.xml` is a file with all elements, and an editor shows these texts by
        `conf/config.xsd`. %s

        ## How values are written

        | Kind | Syntax | Examples |
        |---|---|---|
        | Duration | a number and `ms`, `s`, `min`, `h` or `d` | `20 ms`, `30 s`, `5 min` |
        | Size | a number and `B`, `KiB`, `MiB` or `GiB` (powers of 1,024) | `512 KiB`, `1 GiB` |
        | Number | digits only | `2000` |
        | Environment variable | `${ENV:NAME}` | `${ENV:TDENGINE_PASSWORD}` |
        | Content of a file | `${FILE:path}`, relative to the configuration's folder | `${FILE:/run/secrets/tdengine}` |

        `${ENV:...}` and `${FILE:...}` work in every value, also as part of a longer one. Files are read as UTF-8, and
        one line break at the end is removed; references in the content are not replaced. A missing variable or file is
        a configuration error. `$${ENV:NAME}` is not replaced: in a template it produces the text `${ENV:NAME}`.

        The order of elements has no meaning. The file may use any encoding that its XML declaration names. Document
        types (`<!DOCTYPE ...>`) and elements nested inside more than 100 others are errors. The whole file is read, and
        each problem is logged with its file, line, element, value, and what is expected.
        """, """
            # 配置参考

            [English](reference.md)

            全部元素和属性。[映射](mapping.zh-CN.md)有速查表并说明映射语言，[消息来源](sources.zh-CN.md)和 [SQL](sql.zh-CN.md) 说明其他种类的路由，
            [投递](delivery.zh-CN.md)说明 `delivery` 的各项设置组合起来的含义。`conf/reference.xml` 是包含全部元素的文件；
            借助 `conf/config.xsd`，编辑器会显示这些文字。%s

            ## 值的写法

            | 类别 | 写法 | 示例 |
            |---|---|---|
            | 时长 | 数字加 `ms`、`s`、`min`、`h` 或 `d` | `20 ms`、`30 s`、`5 min` |
            | 容量 | 数字加 `B`、`KiB`、`MiB` 或 `GiB`（以 1,024 为进制） | `512 KiB`、`1 GiB` |
            | 数字 | 只含数字 | `2000` |
            | 环境变量 | `${ENV:NAME}` | `${ENV:TDENGINE_PASSWORD}` |
            | 文件内容 | `${FILE:path}`，相对路径以配置文件所在目录为准 | `${FILE:/run/secrets/tdengine}` |

            `${ENV:...}` 和 `${FILE:...}` 可用于任何值，也可以只是值的一部分。文件按 UTF-8 读取，末尾的一个换行符会被去掉；内容中的引用不再替换。
            变量或文件不存在属于配置错误。`$${ENV:NAME}` 不会被替换：在模板中，它表示文本 `${ENV:NAME}` 本身。

            元素的先后顺序没有影响。文件可以使用 XML 声明中注明的任何编码。文档类型声明（`<!DOCTYPE ...>`）和嵌套超过 100 层的元素属于错误。
            扩展读取整个文件，每条错误都注明文件、行号、元素、值以及要求。
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
