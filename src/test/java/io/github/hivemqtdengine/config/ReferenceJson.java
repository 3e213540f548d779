// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the declarations as JSON, each on a line of its own, for completion and hover texts. */
final class ReferenceJson {

    private ReferenceJson() {}

    static String write() {
        try {
            var json = new ObjectMapper().writeValueAsString(element(SettingsReader.ROOT, "0.1.0"));
            return json.replace("[{\"name\":", "[\n{\"name\":").replace(",{\"name\":", ",\n{\"name\":") + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> node(Node node, String around) {
        return node instanceof ElementType type ? element(type, around) : setting((Setting<?>) node, around);
    }

    private static Map<String, Object> common(Node node, String around) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", node.name());
        fields.put("doc", doc(node.doc()));
        fields.put("since", node.since().isEmpty() ? around : node.since());
        fields.put("required", node.isRequired());
        fields.put("repeated", Declarations.isRepeated(node));
        return fields;
    }

    private static Map<String, Object> element(ElementType type, String around) {
        var fields = common(type, around);
        var since = String.valueOf(fields.get("since"));
        fields.put(
                "attributes",
                type.attributes().map(each -> setting(each, since)).toList());
        fields.put("elements", type.children().map(each -> node(each, since)).toList());
        return fields;
    }

    private static Map<String, Object> setting(Setting<?> setting, String around) {
        var fields = common(setting, around);
        var form = setting.form();
        fields.put("kind", form.kind());
        fields.put("range", doc(form.range()));
        if (!form.words().isEmpty()) {
            fields.put(
                    "words",
                    form.words().stream().map(word -> word(word, setting)).toList());
        }
        fields.put("default", Declarations.defaultOf(setting));
        var otherwise = setting.otherwise();
        if (otherwise != null) {
            fields.put("otherwise", doc(otherwise));
        }
        fields.put("example", setting.example());
        return fields;
    }

    private static Map<String, Object> word(String word, Setting<?> setting) {
        var fields = new LinkedHashMap<String, Object>(Map.of("word", word));
        var doc = setting.words().get(word);
        if (doc != null) {
            fields.put("doc", doc(doc));
        }
        return fields;
    }

    private static Map<String, String> doc(Doc doc) {
        var languages = new LinkedHashMap<>(Map.of("en", doc.english()));
        languages.put("zh-CN", doc.chinese());
        return languages;
    }
}
