package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.config.xml.FlatXml;

/** Reader of settings in XML. */
final class XmlSettings {

    private static final String ROOT = "tdengine";

    private XmlSettings() {}

    static OldSettings read(byte[] content, Notes notes) throws MigrationException {
        try {
            var xml = FlatXml.read(content);
            if (!xml.root().equals(ROOT)) {
                throw new MigrationException(
                        xml.line(),
                        "has the root <" + xml.root() + ">; of the files in XML, only tdengine.xml with the root <"
                                + ROOT + "> is converted");
            }
            var settings = new OldSettings();
            xml.leaves().forEach(leaf -> settings.putFirst(leaf.name(), leaf.text(), leaf.line(), notes));
            return settings;
        } catch (FlatXml.UnreadableException e) {
            throw new MigrationException(e.line(), String.valueOf(e.getMessage()));
        }
    }
}
