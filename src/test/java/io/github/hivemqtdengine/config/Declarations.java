// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.Setting.Place;
import java.util.LinkedHashMap;
import java.util.Map;

/** The declared elements and attributes by their paths, as problems name them. */
final class Declarations {

    private static final String FIRST_VERSION = "0.1.0";

    private static final Doc NOTHING = new Doc("", "");

    private Declarations() {}

    /** All declarations below the root, each before those in it. */
    static Map<String, Node> byPath() {
        var found = new LinkedHashMap<String, Node>();
        add(SettingsReader.ROOT, "", found);
        return found;
    }

    private static void add(ElementType type, String path, Map<String, Node> found) {
        type.nodes().forEach(node -> {
            var own = path(path, node);
            found.put(own, node);
            if (node instanceof ElementType inner) {
                add(inner, own, found);
            }
        });
    }

    static String path(String parent, Node node) {
        boolean isAttribute = node instanceof Setting<?> setting && setting.isAttribute();
        return isAttribute ? parent + "@" + node.name() : parent.isEmpty() ? node.name() : parent + "/" + node.name();
    }

    static boolean isRepeated(Node node) {
        return node instanceof ElementType type
                ? type.isRepeated()
                : node instanceof Setting<?> setting && setting.place() == Place.ELEMENTS;
    }

    /** The version that had a declaration first; empty for the first one. */
    static String since(Node node, String around) {
        var since = node.since().isEmpty() ? around : node.since();
        return since.equals(FIRST_VERSION) ? "" : since;
    }

    /** The default as a file has it; empty if there is none. */
    static <T> String defaultOf(Setting<T> setting) {
        return setting.fallback() == null ? "" : setting.form().writer().apply(setting.orThrow());
    }

    /** What a file without the setting means: its default, also in words, or when it is required. */
    static Doc otherwise(Setting<?> setting) {
        var standard = defaultOf(setting);
        var otherwise = standard.isEmpty() ? setting.otherwise() : new Doc(standard, standard);
        if (otherwise == null || otherwise.english().startsWith("required")) {
            return otherwise == null ? NOTHING : plain(otherwise);
        }
        return plain(new Doc("default: " + otherwise.english(), "默认值：" + otherwise.chinese()));
    }

    /** The version that had a declaration first, in words; empty for the first one. */
    static Doc since(Node node) {
        var since = since(node, "");
        return since.isEmpty() ? NOTHING : new Doc("since " + since, "自 " + since + " 起");
    }

    /** A text without the marks of Markdown. */
    static Doc plain(Doc doc) {
        return new Doc(doc.english().replace("`", ""), doc.chinese().replace("`", ""));
    }
}
