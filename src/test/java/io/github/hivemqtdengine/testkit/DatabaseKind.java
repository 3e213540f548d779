// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.util.Random;
import java.util.stream.Stream;

/** The databases that integration tests run on. */
public enum DatabaseKind {
    QUESTDB {
        @Override
        public TimeSeriesDatabase fresh() {
            return QuestDbServer.shared().freshDatabase();
        }

        @Override
        public void stop() {
            QuestDbServer.shared().stop();
        }

        @Override
        public void start() {
            QuestDbServer.shared().start();
        }
    },
    TDENGINE {
        @Override
        public TimeSeriesDatabase fresh() {
            return TDengineServer.shared().freshDatabase();
        }

        @Override
        public void stop() {
            TDengineServer.shared().processes().kill();
        }

        @Override
        public void stopSome(Random random) {
            var processes = TDengineServer.shared().processes();
            switch (random.nextInt(3)) {
                case 0 -> processes.adapter().kill();
                case 1 -> processes.server().kill();
                default -> processes.kill();
            }
        }

        @Override
        public void start() {
            TDengineServer.shared().processes().start();
        }
    };

    /** Returns the databases that the system property {@code tests.databases} selects; see {@link EachDatabase}. */
    public static Stream<DatabaseKind> selected() {
        return switch (System.getProperty("tests.databases", "all")) {
            case "questdb" -> Stream.of(QUESTDB);
            case "tdengine" -> Stream.of(TDENGINE);
            case "all" -> Stream.of(values());
            default -> throw new IllegalArgumentException("tests.databases is neither questdb, tdengine nor all");
        };
    }

    /** An empty database; skips the calling test where there is no server of this kind. */
    public abstract TimeSeriesDatabase fresh();

    /**
     * Takes the server away, its processes killed where it has some of its own; skips the calling test where it is not
     * ours to stop.
     */
    public abstract void stop();

    /** The same for one of the server's processes, or for all. */
    public void stopSome(Random random) {
        stop();
    }

    /** Brings back what was stopped, with its rows and at the same place. */
    public abstract void start();
}
