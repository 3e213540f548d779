// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Collector of the problems in a configuration; a problem that is found twice, as in defaults, is kept once. It also
 * notes what was read: what nobody has read, and no problem names, has no effect.
 */
public final class Problems {

    private final Path configuration;
    private final Collection<Problem> found = new LinkedHashSet<>();
    private final Set<Text> read = new HashSet<>();
    private int count;

    /** @param configuration the file whose problems come first */
    public Problems(Path configuration) {
        this.configuration = configuration;
    }

    /** Returns a collector whose problems are discarded: consequences of a problem that is reported already. */
    Problems muted() {
        return new Problems(configuration);
    }

    /**
     * Adds a problem.
     *
     * @param path the path of the element or attribute; the root's is empty
     */
    public void add(Location place, String path, String value, String rule) {
        boolean isOfRoot = path.isEmpty() || path.startsWith("@");
        found.add(new Problem(place, isOfRoot ? Element.ROOT + path : path, value, rule));
        count++;
    }

    public void add(Text text, String rule) {
        read.add(text);
        add(text.place(), text.path(), Secrets.hide(text.path(), text.written()), rule);
    }

    public void add(Element element, String rule) {
        read.add(element.text());
        add(element.place(), element.path(), "", rule);
    }

    /** Notes that a value was read; the text of an element with attributes or elements stands for the element. */
    void noteRead(Text text) {
        read.add(text);
    }

    /** Notes that an element was read with all that it contains. */
    public void noteAllRead(Element element) {
        read.add(element.text());
        read.addAll(element.attributes().values());
        element.children().forEach(this::noteAllRead);
    }

    boolean isRead(Text text) {
        return read.contains(text);
    }

    /** Returns the number of problems so far, duplicates included. */
    public int count() {
        return count;
    }

    /** Returns the problems in the order of the files: the configuration first, then the others by name. */
    public List<Problem> inOrder() {
        return found.stream()
                .sorted(Comparator.comparing(
                                (Problem problem) -> !problem.place().file().equals(configuration))
                        .thenComparing(problem -> problem.place().name())
                        .thenComparingInt(Problem::line))
                .toList();
    }

    /** Masks passwords and tokens in problems, which are logged. */
    private static final class Secrets {

        private static final Pattern PARAMETER = Pattern.compile("(?i)((?:password|token)=)[^&;]*");
        /** A password may contain any character, so it ends at the last @. */
        private static final Pattern USER_INFO = Pattern.compile("(//[^:@]*:).*@");

        private Secrets() {}

        /** Returns a value with its secrets masked. */
        static String hide(String path, String written) {
            if (path.endsWith("/password") || path.endsWith("/token")) {
                return "";
            }
            return path.endsWith("/jdbc-url") ? hideInUrl(written) : written;
        }

        /** Masks parameters first: an @ in one of them must not count as the end of a password before the host. */
        private static String hideInUrl(String url) {
            var masked = PARAMETER.matcher(url).replaceAll("$1***");
            return USER_INFO.matcher(masked).replaceAll("$1***@");
        }
    }
}
