// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.config.xml.SourceFiles;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Result of reading a configuration, valid or not, with the state of its files. */
public final class ConfigurationSnapshot {

    private final @Nullable ExtensionSettings settings;
    private final List<Problem> problems;
    private final List<Element> expanded;
    private final SourceFiles inputs;

    /**
     * @param settings the settings; {@code null} if there are problems
     * @param expanded the routes that short routes stand for
     */
    ConfigurationSnapshot(
            @Nullable ExtensionSettings settings, List<Problem> problems, List<Element> expanded, SourceFiles inputs) {
        this.settings = settings;
        this.problems = problems;
        this.expanded = List.copyOf(expanded);
        this.inputs = inputs;
    }

    /**
     * Returns the settings.
     *
     * @throws ConfigurationException with all problems, if there are any
     */
    public ExtensionSettings settings() throws ConfigurationException {
        if (settings == null) {
            throw new ConfigurationException(problems);
        }
        return settings;
    }

    /** Returns the routes that short routes stand for, as indented XML by their ids. */
    public Map<String, String> expandedRoutes() {
        var routes = new LinkedHashMap<String, String>();
        expanded.forEach(route -> routes.put(route.children("id").get(0).text().written(), XmlText.of(route, 1)));
        return routes;
    }

    /** Returns whether the configuration is invalid and one of its files could not be read: it may be mounted later. */
    public boolean lacksFile() {
        return settings == null && inputs.hasMissingFile();
    }

    /** Returns all problems, one per line. */
    public String problems() {
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    }

    /** Returns whether the files are the same and have the same content as when they were read. Not thread-safe. */
    public boolean isUpToDate() {
        return inputs.isUnchanged();
    }
}
