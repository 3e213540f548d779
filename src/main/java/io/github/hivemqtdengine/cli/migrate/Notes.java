package io.github.hivemqtdengine.cli.migrate;

import java.util.ArrayList;
import java.util.List;

/** Notes of a conversion for the operator, in the order in which they were added. */
final class Notes {

    private final List<Note> notes = new ArrayList<>();

    /** Adds a note about a line of the old file. */
    void add(int line, String sentence) {
        notes.add(new Note(line, sentence));
    }

    /** Adds a note about the whole file. */
    void add(String sentence) {
        add(0, sentence);
    }

    List<Note> all() {
        return List.copyOf(notes);
    }
}
