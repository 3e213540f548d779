// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Form.Facet;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes {@code conf/config.xsd}. */
final class SchemaWriter {

    /** Elements that included files may have as their roots. */
    private static final List<ElementType> ROOTS = List.of(Routes.ROUTES, Routes.ROUTE);

    private final XmlText text = new XmlText();
    private final Map<String, Form<?>> named = namedForms();

    /** Forms whose restrictions are the same wherever they are used, by their kinds. */
    private static Map<String, Form<?>> namedForms() {
        var byKind = Declarations.byPath().values().stream()
                .filter(Setting.class::isInstance)
                .<Form<?>>map(node -> ((Setting<?>) node).form())
                .filter(form -> !form.facets().isEmpty())
                .collect(Collectors.groupingBy(Form::kind));
        return byKind.values().stream()
                .filter(forms -> forms.size() > 1
                        && forms.stream().map(Form::facets).distinct().count() == 1)
                .map(forms -> forms.get(0))
                .collect(Collectors.toMap(Form::kind, Function.identity(), (one, other) -> one, TreeMap::new));
    }

    String write() {
        text.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        text.line(0, "<!-- " + GeneratedFiles.NOTICE + " -->");
        text.line(0, "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">");
        document(
                1,
                new Doc(
                        "Configuration of the HiveMQ TDengine extension, for editors that complete and check XML. The"
                                + " extension itself checks more. In every value, ${ENV:NAME} stands for an environment"
                                + " variable and ${FILE:path} for the content of a file.",
                        "HiveMQ TDengine 扩展的配置，供编辑器补全和检查 XML；扩展自身的检查更全面。任何值中都可以用 ${ENV:NAME}"
                                + " 表示环境变量，用 ${FILE:path} 表示文件内容。"));
        element(SettingsReader.ROOT, "", 1);
        ROOTS.forEach(root -> element(root, "", 1));
        text.line(1, "<xs:simpleType name=\"reference\">");
        document(2, new Doc("A value with ${ENV:NAME} or ${FILE:path}.", "含 ${ENV:NAME} 或 ${FILE:path} 的值。"));
        text.line(2, "<xs:restriction base=\"xs:token\">");
        text.line(3, "<xs:pattern value=\".*\\$\\{(ENV|FILE):[^}]+\\}.*\"/>");
        text.line(2, "</xs:restriction>");
        text.line(1, "</xs:simpleType>");
        named.forEach((kind, form) -> {
            text.line(1, "<xs:simpleType name=\"" + kind + "\">");
            union(form, Map.of(), 2);
            text.line(1, "</xs:simpleType>");
        });
        text.line(0, "</xs:schema>");
        return text.toString();
    }

    private void node(Node node, boolean isInChoice, int depth) {
        var occurs = isInChoice || node.isRequired() ? "" : " minOccurs=\"0\"";
        if (node instanceof ElementType type) {
            if (ROOTS.contains(type)) {
                text.line(depth, "<xs:element ref=\"" + type.name() + "\"" + occurs + "/>");
            } else {
                element(type, occurs, depth);
            }
        } else {
            setting((Setting<?>) node, occurs, depth);
        }
    }

    private void element(ElementType type, String occurs, int depth) {
        text.line(depth, "<xs:element name=\"" + type.name() + "\"" + occurs + ">");
        document(depth + 1, and(sentence(type.doc()), Declarations.since(type)));
        text.line(depth + 1, "<xs:complexType>");
        var children = type.children().toList();
        if (!children.isEmpty()) {
            boolean isChoice = children.stream().anyMatch(Declarations::isRepeated);
            // the schema can't count children of several kinds that have any order
            long least = children.stream().filter(Node::isRequired).count();
            var group = isChoice ? "choice" : "all";
            var occursOfGroup = isChoice ? " minOccurs=\"" + least + "\" maxOccurs=\"unbounded\"" : "";
            text.line(depth + 2, "<xs:" + group + occursOfGroup + ">");
            children.forEach(child -> node(child, isChoice, depth + 3));
            text.line(depth + 2, "</xs:" + group + ">");
        }
        type.attributes()
                .forEach(attribute -> setting(attribute, attribute.isRequired() ? " use=\"required\"" : "", depth + 2));
        text.line(depth + 1, "</xs:complexType>");
        text.line(depth, "</xs:element>");
    }

    private void setting(Setting<?> setting, String occurs, int depth) {
        var tag = setting.isAttribute() ? "xs:attribute" : "xs:element";
        var form = setting.form();
        var type = form.facets().isEmpty() ? form.base() : named.containsKey(form.kind()) ? form.kind() : "";
        // an element's default would permit to leave its text out
        var standard = setting.isAttribute() ? Declarations.defaultOf(setting) : "";
        text.line(
                depth,
                "<" + tag + " name=\"" + setting.name() + "\""
                        + (type.isEmpty() ? "" : " type=\"" + type + "\"") + occurs
                        + (standard.isEmpty() ? "" : " default=\"" + XmlText.escape(standard) + "\"") + ">");
        var isChoice = !form.words().isEmpty();
        var said = isChoice ? sentence(setting.doc()) : sentence(setting.doc(), form.range());
        document(depth + 1, and(and(said, Declarations.otherwise(setting)), Declarations.since(setting)));
        if (type.isEmpty()) {
            text.line(depth + 1, "<xs:simpleType>");
            union(form, setting.words(), depth + 2);
            text.line(depth + 1, "</xs:simpleType>");
        }
        text.line(depth, "</" + tag + ">");
    }

    private void union(Form<?> form, Map<String, Doc> words, int depth) {
        text.line(depth, "<xs:union memberTypes=\"reference\">");
        var isWord = form.facets().stream()
                .collect(Collectors.partitioningBy(facet -> facet.name().equals("enumeration")));
        Stream.of(isWord.get(true), isWord.get(false))
                .filter(facets -> !facets.isEmpty())
                .forEach(facets -> restriction(form.base(), facets, words, depth + 1));
        text.line(depth, "</xs:union>");
    }

    private void restriction(String base, List<Facet> facets, Map<String, Doc> words, int depth) {
        text.line(depth, "<xs:simpleType>");
        text.line(depth + 1, "<xs:restriction base=\"" + base + "\">");
        for (var facet : facets) {
            var doc = facet.name().equals("enumeration") ? words.get(facet.value()) : null;
            var start = "<xs:" + facet.name() + " value=\"" + XmlText.escape(facet.value()) + "\"";
            text.line(depth + 2, start + (doc == null ? "/>" : ">"));
            if (doc != null) {
                document(depth + 3, sentence(doc));
                text.line(depth + 2, "</xs:" + facet.name() + ">");
            }
        }
        text.line(depth + 1, "</xs:restriction>");
        text.line(depth, "</xs:simpleType>");
    }

    private void document(int depth, Doc doc) {
        text.line(depth, "<xs:annotation>");
        document(depth + 1, "en", doc.english());
        document(depth + 1, "zh-CN", doc.chinese());
        text.line(depth, "</xs:annotation>");
    }

    private void document(int depth, String language, String said) {
        text.line(
                depth,
                "<xs:documentation xml:lang=\"" + language + "\">" + XmlText.escape(said) + "</xs:documentation>");
    }

    /** A sentence, and what values are permitted. */
    private static Doc sentence(Doc doc, Doc range) {
        var said = sentence(doc);
        var permitted = Declarations.plain(range);
        return new Doc(
                said.english() + " Value: " + permitted.english() + ".",
                said.chinese() + "值：" + permitted.chinese() + "。");
    }

    private static Doc and(Doc doc, Doc more) {
        return more.english().isEmpty()
                ? doc
                : new Doc(
                        doc.english() + " " + more.english().substring(0, 1).toUpperCase(Locale.ROOT)
                                + more.english().substring(1) + ".",
                        doc.chinese() + more.chinese() + "。");
    }

    private static Doc sentence(Doc doc) {
        var plain = Declarations.plain(doc);
        return new Doc(plain.english() + ".", plain.chinese() + "。");
    }
}
