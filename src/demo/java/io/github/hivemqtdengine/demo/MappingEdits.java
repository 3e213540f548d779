// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.PrintStream;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Passes edits of the mapping to the extension, and prints the rows after a change. Not thread-safe. */
final class MappingEdits {

    private final DemoConfiguration configuration;
    private final StoredRows rows;
    private final PrintStream out;
    private final AtomicReference<@Nullable Instant> applied = new AtomicReference<>();
    private final Set<String> awaited = new LinkedHashSet<>();
    private Instant since = Instant.MIN;

    MappingEdits(DemoConfiguration configuration, StoredRows rows, PrintStream out) {
        this.configuration = configuration;
        this.rows = rows;
        this.out = out;
        rows.include(configuration.tables());
        DemoLog.onConfigurationChange(applied::set);
    }

    /** Passes an edited file to the extension, which logs whether it applies or rejects it. */
    void passOn() {
        if (configuration.reread()) {
            rows.include(configuration.tables()); // before the extension creates them
            configuration.handOver();
        }
    }

    /** Prints the newest rows of each table whose route was changed, once there are rows after the change. */
    void showEffect() {
        var change = applied.getAndSet(null);
        if (change != null) {
            since = change;
            awaited.addAll(configuration.changedTables());
        }
        awaited.removeIf(table -> {
            var newest = rows.newest(table, since);
            newest.ifPresent(text -> out.println("\n" + text + "\n"));
            return newest.isPresent();
        });
    }
}
