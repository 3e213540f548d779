package io.github.hivemqtdengine.jdbc;

import java.util.Optional;

/**
 * Hears how a database is, and about super tables that need an operator. Called by the lanes' threads; must not throw.
 */
public interface DatabaseReport {

    /** Tells nobody. */
    DatabaseReport NONE = new DatabaseReport() {
        @Override
        public void opened(String description, Optional<String> warning) {}

        @Override
        public void broken(String superTable, String sentence) {}

        @Override
        public void mended(String superTable) {}
    };

    /**
     * The database can be written; told once as long as it stays as it is.
     *
     * @param description what it is, in one line
     * @param warning a sentence where an acknowledged row is not as safe as one may think
     */
    void opened(String description, Optional<String> warning);

    /**
     * Rows of a super table can't be stored until somebody changes it; told once as long as the reason is the same.
     *
     * @param sentence why, and what to do
     */
    void broken(String superTable, String sentence);

    /** Rows of a super table that was broken are stored from now on. */
    void mended(String superTable);
}
