// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.payload.SchemaFiles;
import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.Includes;
import io.github.hivemqtdengine.config.xml.Location;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.config.xml.Problems;
import io.github.hivemqtdengine.config.xml.References;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.SourceFiles;
import io.github.hivemqtdengine.config.xml.UnknownNames;
import io.github.hivemqtdengine.config.xml.XmlFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads and checks a configuration with its included files. */
public final class ConfigurationReader {

    private final UnaryOperator<@Nullable String> environment;
    private final byte @Nullable [] draft;

    /** Creates a reader with the environment variables of this process. */
    public ConfigurationReader() {
        this(System::getenv);
    }

    ConfigurationReader(UnaryOperator<@Nullable String> environment) {
        this(environment, null);
    }

    private ConfigurationReader(UnaryOperator<@Nullable String> environment, byte @Nullable [] draft) {
        this.environment = environment;
        this.draft = draft;
    }

    /** Creates a reader of a text that is not in its file yet; files that it includes are read. */
    public static ConfigurationReader ofDraft(byte[] text) {
        return new ConfigurationReader(System::getenv, text);
    }

    /**
     * Reads and checks a file.
     *
     * @throws ConfigurationException with every problem of the file
     */
    public ExtensionSettings read(Path file) throws ConfigurationException {
        return snapshot(file).settings();
    }

    /**
     * Reads and checks a file without what its references name, for commands that connect to nothing.
     *
     * @param missing receives the missing variables and files, which placeholders replace
     * @throws ConfigurationException with every problem of the file
     */
    public ExtensionSettings read(Path file, Consumer<Problem> missing) throws ConfigurationException {
        var found = new Problems(file);
        var snapshot = snapshot(file, new Problems(file), found);
        found.inOrder().forEach(missing);
        return snapshot.settings();
    }

    /** Reads and checks a file, also an invalid one; the result can be checked for changes later. */
    public ConfigurationSnapshot snapshot(Path file) {
        var problems = new Problems(file);
        return snapshot(file, problems, problems);
    }

    private ConfigurationSnapshot snapshot(Path file, Problems problems, Problems missing) {
        var inputs = new SourceFiles(draft == null ? Map.of() : Map.of(file, draft));
        var folder = file.resolveSibling("");
        var references = new References(folder, environment, inputs, problems, missing);
        var includes = new Includes(folder, inputs, references, problems);
        var preset = new ShortRoutes(problems);
        var settings = new XmlFile(Location.startOf(file), inputs, references, problems)
                .root(name -> "")
                .map(root -> settings(folder, root, includes, new SchemaFiles(folder, inputs), preset, problems))
                .filter(read -> problems.count() == 0);
        return new ConfigurationSnapshot(settings.orElse(null), problems.inOrder(), preset.expanded(), inputs);
    }

    private static @Nullable ExtensionSettings settings(
            Path folder, Element root, Includes includes, SchemaFiles schemas, ShortRoutes preset, Problems problems) {
        if (!root.name().equals(Element.ROOT)) {
            problems.add(
                    root.place(),
                    root.name(),
                    "",
                    "is not the root of a configuration; that is <" + Element.ROOT + ">");
            return null;
        }
        var settings =
                new SettingsReader(folder, includes, schemas, preset, problems).read(new Section(root, problems));
        var unknown = new UnknownNames(problems);
        unknown.report(root, SettingsReader.ROOT);
        includes.roots()
                .forEach(included ->
                        SettingsReader.ROOT.at(included.path()).ifPresent(type -> unknown.report(included, type)));
        return settings;
    }
}
