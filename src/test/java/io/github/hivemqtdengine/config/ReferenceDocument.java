package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Element;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The tables of a configuration reference: the default column by the path of the element or attribute. */
final class ReferenceDocument {

    private static final Pattern HEADING = Pattern.compile("## `([a-z/-]+)`");
    private static final Pattern ROW = Pattern.compile("\\| `(@?[a-z-]+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");

    private ReferenceDocument() {}

    static Map<String, String> defaults(Path file) throws IOException {
        var defaults = new LinkedHashMap<String, String>();
        var section = "";
        for (var line : Files.readAllLines(file)) {
            var heading = HEADING.matcher(line);
            var row = ROW.matcher(line);
            if (heading.matches()) {
                section = heading.group(1).equals(Element.ROOT) ? "" : heading.group(1);
            } else if (row.matches()) {
                defaults.put(path(section, row.group(1)), row.group(3).strip());
            }
        }
        return defaults;
    }

    private static String path(String section, String name) {
        return section.isEmpty() || name.startsWith("@") ? section + name : section + "/" + name;
    }
}
