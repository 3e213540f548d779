package io.github.hivemqtdengine.config;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads a configuration file into settings. */
public final class ConfigurationReader {

    private final UnaryOperator<@Nullable String> environment;

    /** A reader that knows the environment variables of this process. */
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

    /** Reads and checks a file, and learns what may stand in it. */
    ExtensionSettings read(Path file, Vocabulary vocabulary) throws ConfigurationException {
        var problems = new Problems(file);
        var settings = new XmlFile(file, new References(file, environment, problems), problems)
                .root()
                .map(root -> settings(file, root, vocabulary, problems));
        return settings.filter(read -> problems.count() == 0)
                .orElseThrow(() -> new ConfigurationException(problems.inOrder()));
    }

    private static @Nullable ExtensionSettings settings(
            Path file, Element root, Vocabulary vocabulary, Problems problems) {
        if (!root.name().equals(SettingsReader.ROOT)) {
            problems.add(
                    root.line(),
                    root.name(),
                    "",
                    "is not the root of a configuration; that is <" + SettingsReader.ROOT + ">");
            return null;
        }
        var settings =
                new SettingsReader(file.resolveSibling(""), problems).read(new Section(root, vocabulary, problems));
        new UnknownNames(vocabulary, problems).report(root);
        return settings;
    }
}
