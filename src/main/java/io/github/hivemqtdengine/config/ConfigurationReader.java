package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.payload.SchemaFiles;
import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.Includes;
import io.github.hivemqtdengine.config.xml.Inputs;
import io.github.hivemqtdengine.config.xml.Place;
import io.github.hivemqtdengine.config.xml.Problems;
import io.github.hivemqtdengine.config.xml.References;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UnknownNames;
import io.github.hivemqtdengine.config.xml.Vocabulary;
import io.github.hivemqtdengine.config.xml.XmlFile;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

public final class ConfigurationReader {

    private final UnaryOperator<@Nullable String> environment;

    /** Creates a reader with the environment variables of this process. */
    public ConfigurationReader() {
        this(System::getenv);
    }

    ConfigurationReader(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    /**
     * Reads and checks a file.
     *
     * @throws ConfigurationException with every problem of the file
     */
    public ExtensionSettings read(Path file) throws ConfigurationException {
        return read(file, new Vocabulary());
    }

    /** Reads and checks a file, and adds the known names to a vocabulary. */
    ExtensionSettings read(Path file, Vocabulary vocabulary) throws ConfigurationException {
        return snapshot(file, vocabulary).settings();
    }

    /** Reads and checks a file, also an invalid one; the result can be checked for changes later. */
    public Reading snapshot(Path file) {
        return snapshot(file, new Vocabulary());
    }

    private Reading snapshot(Path file, Vocabulary vocabulary) {
        var problems = new Problems(file);
        var inputs = new Inputs();
        var folder = file.resolveSibling("");
        var references = new References(folder, environment, inputs, problems);
        var includes = new Includes(folder, inputs, references, problems);
        var settings = new XmlFile(Place.startOf(file), inputs, references, problems)
                .root(name -> "")
                .map(root -> settings(folder, root, includes, new SchemaFiles(folder, inputs), vocabulary, problems))
                .filter(read -> problems.count() == 0);
        return new Reading(settings.orElse(null), problems.inOrder(), inputs);
    }

    private static @Nullable ExtensionSettings settings(
            Path folder,
            Element root,
            Includes includes,
            SchemaFiles schemas,
            Vocabulary vocabulary,
            Problems problems) {
        if (!root.name().equals(Element.ROOT)) {
            problems.add(
                    root.place(),
                    root.name(),
                    "",
                    "is not the root of a configuration; that is <" + Element.ROOT + ">");
            return null;
        }
        var settings = new SettingsReader(folder, includes, schemas, vocabulary, problems)
                .read(new Section(root, vocabulary, problems));
        var unknownNames = new UnknownNames(vocabulary, problems);
        unknownNames.report(root);
        includes.roots().forEach(unknownNames::report);
        return settings;
    }
}
