package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.List;

/** Text of a converted configuration. */
final class NewConfiguration {

    private static final int COLUMNS = 112;

    private NewConfiguration() {}

    /**
     * Returns the content of {@code config.xml}.
     *
     * @param source the name of the old file
     * @param extension the old extension
     */
    static String xml(String source, String extension, Conversion conversion, List<Note> notes) {
        var xml = new XmlText();
        xml.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        xml.line(0, "<!--");
        wrap(xml, "  ", "Converted from " + source + " of " + extension + " by \"hivemq-tdengine migrate\".");
        wrap(xml, "  ", "docs/migration.md of the project has the steps and the differences between the extensions.");
        if (!notes.isEmpty()) {
            xml.line(0, "");
            wrap(xml, "  ", "Check before the start (lines of the old file):");
            notes.forEach(note ->
                    wrap(xml, "  - ", (note.line() == 0 ? "" : "line " + note.line() + ": ") + note.sentence() + "."));
        }
        xml.line(0, "-->");
        xml.line(0, "<hivemq-tdengine-extension xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
        xml.line(0, "                           xsi:noNamespaceSchemaLocation=\"config.xsd\">");
        database(xml, conversion);
        xml.line(1, "<routes>");
        conversion.route().write(xml, 2);
        xml.line(1, "</routes>");
        xml.line(0, "</hivemq-tdengine-extension>");
        return xml.toString();
    }

    private static void database(XmlText xml, Conversion conversion) {
        xml.line(1, "<databases>");
        xml.line(2, "<database>");
        xml.line(3, "<id>tdengine</id>");
        xml.line(3, "<jdbc-url>" + XmlText.escape(conversion.jdbcUrl()) + "</jdbc-url>");
        xml.line(3, "<username>" + XmlText.escape(conversion.username()) + "</username>");
        xml.line(
                3,
                "<!-- conf/" + Migration.PASSWORD_FILE
                        + " has the password, on one line; only the broker may read it -->");
        xml.line(3, "<password>${FILE:" + Migration.PASSWORD_FILE + "}</password>");
        xml.line(3, "<name>" + XmlText.escape(conversion.database()) + "</name>");
        xml.line(3, "<precision>ms</precision>");
        xml.line(2, "</database>");
        xml.line(1, "</databases>");
    }

    /** Writes a paragraph of a comment; the lines after the first are indented like its text. */
    private static void wrap(XmlText xml, String bullet, String paragraph) {
        var line = new StringBuilder(bullet);
        boolean isFirstWord = true;
        for (var word : XmlText.comment(paragraph).split(" ", -1)) {
            if (!isFirstWord && line.length() + word.length() > COLUMNS) {
                xml.line(0, line.toString().stripTrailing());
                line.setLength(0);
                line.append(" ".repeat(bullet.length()));
                isFirstWord = true;
            }
            line.append(isFirstWord ? "" : " ").append(word);
            isFirstWord = false;
        }
        xml.line(0, line.toString());
    }
}
