package io.github.hivemqtdengine.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a file while it is read. */
final class Problems {

    private final Path file;
    private final List<Problem> found = new ArrayList<>();

    Problems(Path file) {
        this.file = file;
    }

    /** A collector for what nobody should hear of: the consequences of a problem that is reported already. */
    Problems muted() {
        return new Problems(file);
    }

    /** @param path the path of the element or attribute; the root's is empty */
    void add(int line, String path, String value, String rule) {
        boolean isOfRoot = path.isEmpty() || path.startsWith("@");
        found.add(new Problem(file, line, isOfRoot ? SettingsReader.ROOT + path : path, value, rule));
    }

    void add(Text text, String rule) {
        add(text.line(), text.path(), Secrets.hide(text.path(), text.written()), rule);
    }

    void add(Element element, String rule) {
        add(element.line(), element.path(), "", rule);
    }

    /** How many there are up to now. */
    int count() {
        return found.size();
    }

    /** What was found, in the order of the file. */
    List<Problem> inOrder() {
        return found.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
    }
}
