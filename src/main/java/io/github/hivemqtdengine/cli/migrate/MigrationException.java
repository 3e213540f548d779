package io.github.hivemqtdengine.cli.migrate;

/** Reason why a file can't be converted, with the remedy. */
public final class MigrationException extends Exception {

    private static final long serialVersionUID = 1;

    private final int line;

    MigrationException(int line, String sentence) {
        super(sentence);
        this.line = line;
    }

    /** Returns the line of the old file, from 1; 0 if the whole file is meant. */
    public int line() {
        return line;
    }
}
