package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.NewDatabase;
import java.time.Duration;
import java.util.function.Function;

/** Reads {@code <new-database>}; the ranges are those of TDengine. */
final class NewDatabaseReader {

    private static final Function<String, Duration> KEEP = Quantities.duration("1 d", "365000 d");
    private static final Function<String, Integer> REPLICA = Quantities.wholeNumber(1, 3);
    private static final Function<String, Integer> VGROUPS = Quantities.wholeNumber(1, 1_024);
    private static final Function<String, Integer> WAL_LEVEL = Quantities.wholeNumber(0, 2);
    private static final Function<String, Duration> FSYNC_PERIOD = Quantities.duration("0 ms", "180 s");

    private NewDatabaseReader() {}

    static NewDatabase read(Section database) {
        return new NewDatabase(
                database.attribute("keep").read(KEEP),
                database.attribute("replica").read(REPLICA),
                database.attribute("vgroups").read(VGROUPS),
                database.attribute("wal-level").read(WAL_LEVEL),
                database.attribute("wal-fsync-period").read(FSYNC_PERIOD),
                database.attribute("options").or(DatabaseOptions::parse, DatabaseOptions.NONE));
    }
}
