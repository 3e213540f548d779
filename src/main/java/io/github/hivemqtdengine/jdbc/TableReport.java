package io.github.hivemqtdengine.jdbc;

/** Hears about super tables that need an operator. Called by the lanes' threads; must not throw. */
public interface TableReport {

    /** Tells nobody. */
    TableReport NONE = new TableReport() {
        @Override
        public void broken(String superTable, String sentence) {}

        @Override
        public void mended(String superTable) {}
    };

    /**
     * Rows of a super table can't be stored until somebody changes it; told once as long as the reason is the same.
     *
     * @param sentence why, and what to do
     */
    void broken(String superTable, String sentence);

    /** Rows of a super table that was broken are stored from now on. */
    void mended(String superTable);
}
