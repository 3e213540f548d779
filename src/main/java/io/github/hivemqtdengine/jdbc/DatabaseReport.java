// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import java.util.Optional;

/** Listener for the state of a database and of its super tables. Called by the lanes' threads; must not throw. */
public interface DatabaseReport {

    /** Listener that ignores everything. */
    DatabaseReport NONE = new DatabaseReport() {
        @Override
        public void opened(String description, Optional<String> warning) {}

        @Override
        public void failed(String superTable, String sentence) {}

        @Override
        public void recovered(String superTable) {}
    };

    /**
     * Called when the database can be written; called again only after its properties have changed.
     *
     * @param description the database's properties, in one line
     * @param warning a sentence if an acknowledged row is less safe than expected
     */
    void opened(String description, Optional<String> warning);

    /**
     * Called when rows of a super table can't be stored until an operator changes it; again only for a new reason.
     *
     * @param sentence reason and remedy
     */
    void failed(String superTable, String sentence);

    /** Called when a failed super table can be written again. */
    void recovered(String superTable);
}
