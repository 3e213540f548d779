package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.List;

/** {@code <table>} of a converted route. */
final class NewTable {

    static final String ARRIVAL = "value=\"${arrival-time}\"";

    private final String superTable;
    private final String subtable;
    private final List<String> values = new ArrayList<>();
    private String timestamp = ARRIVAL;
    private String where = "";

    NewTable(String superTable, String subtable) {
        this.superTable = superTable;
        this.subtable = subtable;
    }

    /** Sets the attributes of {@code <timestamp>}, of which the name may be the default one. */
    NewTable timestamp(String name, String attributes) {
        timestamp = (name.equals("ts") ? "" : "name=\"" + XmlText.escape(name) + "\" ") + attributes;
        return this;
    }

    NewTable where(String condition) {
        where = " where=\"" + XmlText.escape(condition) + "\"";
        return this;
    }

    NewTable tag(String name, String type, String template) {
        return value("tag", name, type, template, "");
    }

    NewTable column(String name, String type, String template) {
        return value("column", name, type, template, "");
    }

    /** Adds a tag or column. */
    NewTable value(String element, String name, String type, String template, String more) {
        values.add("<" + element + " name=\"" + XmlText.escape(name) + "\" type=\"" + XmlText.escape(type)
                + "\" value=\"" + XmlText.escape(template) + "\"" + more + "/>");
        return this;
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add("<table super-table=\"" + XmlText.escape(superTable) + "\" sub-table=\"" + XmlText.escape(subtable)
                + "\"" + where + ">");
        lines.add("  <timestamp " + timestamp + "/>");
        values.forEach(value -> lines.add("  " + value));
        lines.add("</table>");
        return lines;
    }
}
