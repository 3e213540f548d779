package io.github.hivemqtdengine.cli.migrate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converted configuration file of an earlier extension.
 *
 * @param extension the repository of the old extension
 * @param xml the content of {@code config.xml}
 * @param notes facts and decisions for the operator; the XML has them as well
 */
public record Migration(String extension, String xml, List<Note> notes) {

    /** File with the password of the database, beside {@code config.xml}. */
    public static final String PASSWORD_FILE = "tdengine-password";

    /** Largest file, far above those that the extensions came with, which have 2 KiB. */
    public static final int MAX_BYTES = 1024 * 1024;

    private static final Pattern XML = Pattern.compile("\\A(?:\u00EF\u00BB\u00BF)?\\s*<");

    private static final Pattern TOPICS = Pattern.compile("(?m)^\"?topics\"? *:");

    /** Converter of the files of one extension. */
    @FunctionalInterface
    private interface Converter {
        Conversion convert(OldSettings settings, Notes notes) throws MigrationException;
    }

    private record Source(String extension, OldSettings settings, Converter converter) {}

    /**
     * Converts a file.
     *
     * @param fileName the name of the file, for a comment
     * @throws MigrationException if the file can't be converted
     */
    public static Migration of(String fileName, byte[] content) throws MigrationException {
        OldText.check(content);
        var notes = new Notes();
        var source = source(content, notes);
        source.settings().checkValues();
        var conversion = source.converter().convert(source.settings(), notes);
        source.settings().noteUnknown(notes);
        notes.add("The password is not in this file: write it to conf/" + PASSWORD_FILE);
        return new Migration(
                source.extension(),
                NewConfiguration.xml(fileName, source.extension(), conversion, notes.all()),
                notes.all());
    }

    private static Source source(byte[] content, Notes notes) throws MigrationException {
        var head = new String(content, 0, Math.min(content.length, 1024), StandardCharsets.ISO_8859_1);
        if (XML.matcher(head).find()) {
            return new Source(HuskarExtension.NAME, XmlSettings.read(content, notes), HuskarExtension::convert);
        }
        var text = OldText.of(content, notes);
        if (SdvdxlExtension.isFile(text)) {
            return new Source(SdvdxlExtension.NAME, YamlFile.read(text, notes), SdvdxlExtension::convert);
        }
        if (TOPICS.matcher(text).find()) {
            throw new MigrationException(
                    0,
                    "is like the taos.yml of taosdata-extension, which is not converted: it inserts fields of JSON into"
                            + " plain tables. Write a route with a <statement-template> for each topic, as"
                            + " docs/configuration.md says under \"SQL of your own\"");
        }
        var settings = PropertiesFile.read(text, notes);
        if (settings.has(JohnBigzExtension.INSERT)) {
            return new Source(JohnBigzExtension.NAME, settings, JohnBigzExtension::convert);
        }
        if (settings.has(BridgeExtension.INSERT)) {
            return new Source(BridgeExtension.NAME, settings, BridgeExtension::convert);
        }
        if (settings.has(CatfishExtension.PREFIX) || settings.has(CatfishExtension.HOST)) {
            return new Source(CatfishExtension.NAME, settings, CatfishExtension::convert);
        }
        throw new MigrationException(
                0,
                "is of no extension that is known. Known are tdengine.xml, config.yml, taosdata.properties,"
                        + " TDengine.properties and application.properties of the extensions in docs/migration.md; write"
                        + " other configurations by hand");
    }
}
