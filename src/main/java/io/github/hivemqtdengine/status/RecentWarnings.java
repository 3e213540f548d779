// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Latest warnings and errors that the extension has logged, and the latest failure of each database. Thread-safe; keeps
 * a bounded number of short texts, and never waits.
 */
final class RecentWarnings {

    static final int MAX = 20;
    private static final int MAX_TEXT = 500;

    /** Beginning of the log messages about a database that rejects something; the first argument is its id. */
    private static final String OF_DATABASE = "Database \"{}\" ";

    private final Deque<Warning> latest = new ArrayDeque<>();
    private final Map<String, Warning> byDatabase = new HashMap<>();
    private long count;

    /** @param level {@code warn} or {@code error} */
    record Warning(Instant time, String level, String text) {}

    /**
     * Begins to record what the extension logs.
     *
     * @return ends the recording; does nothing with a logging library other than HiveMQ's
     */
    Runnable begin() {
        try {
            return Appender.begin(this);
        } catch (LinkageError | ClassCastException e) {
            LoggerFactory.getLogger(RecentWarnings.class).debug("The status contains no warnings", e);
            return () -> {};
        }
    }

    synchronized void add(Warning warning, @Nullable String databaseId) {
        count++;
        latest.addLast(warning);
        if (latest.size() > MAX) {
            latest.removeFirst();
        }
        if (databaseId != null) {
            byDatabase.put(databaseId, warning);
        }
    }

    /** Returns the warnings, the oldest first. */
    synchronized List<Warning> latest() {
        return List.copyOf(latest);
    }

    synchronized @Nullable Warning ofDatabase(String databaseId) {
        return byDatabase.get(databaseId);
    }

    /** Forgets the failures of other databases. */
    synchronized void keepOnly(Set<String> databaseIds) {
        byDatabase.keySet().retainAll(databaseIds);
    }

    /** Returns how many warnings there were so far. */
    synchronized long count() {
        return count;
    }

    /** Receiver of the log in HiveMQ's logging library. */
    private static final class Appender extends UnsynchronizedAppenderBase<ILoggingEvent> {

        private static final String ROOT = RecentWarnings.class
                .getPackageName()
                .substring(0, RecentWarnings.class.getPackageName().lastIndexOf('.'));

        private final RecentWarnings warnings;

        private Appender(RecentWarnings warnings) {
            this.warnings = warnings;
        }

        static Runnable begin(RecentWarnings warnings) {
            var logger = (Logger) LoggerFactory.getLogger(ROOT);
            var appender = new Appender(warnings);
            appender.setContext(logger.getLoggerContext());
            appender.start();
            logger.addAppender(appender);
            return () -> {
                logger.detachAppender(appender);
                appender.stop();
            };
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
                return;
            }
            boolean isOfDatabase = event.getMessage().startsWith(OF_DATABASE);
            var warning = new Warning(
                    Instant.ofEpochMilli(event.getTimeStamp()),
                    event.getLevel() == Level.WARN ? "warn" : "error",
                    StatusDocument.cut(event.getFormattedMessage(), MAX_TEXT));
            warnings.add(warning, isOfDatabase ? String.valueOf(event.getArgumentArray()[0]) : null);
        }
    }
}
