// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records reports, one line each. */
public final class RecordedReport implements DatabaseReport {

    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final List<String> tables = new CopyOnWriteArrayList<>();

    @Override
    public void opened(String description, Optional<String> warning) {
        opened.add(description + warning.map(sentence -> "; " + sentence).orElse(""));
    }

    @Override
    public void failed(String superTable, String sentence) {
        tables.add(superTable + ": " + sentence);
    }

    @Override
    public void recovered(String superTable) {
        tables.add(superTable + " recovered");
    }

    /** Reported states of the database. */
    public List<String> opened() {
        return opened;
    }

    /** Reports about super tables. */
    public List<String> tables() {
        return tables;
    }
}
