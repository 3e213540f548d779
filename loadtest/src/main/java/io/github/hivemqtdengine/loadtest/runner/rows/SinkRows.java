// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Stamp;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.QueriedRows;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import io.github.hivemqtdengine.loadtest.stack.rows.StoredMessage;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Rows that another product has stored, as the user's own queries return them. */
public final class SinkRows {

    private static final String COUNTED = "rows were counted, not identified, although there is a --rows-query: it can"
            + " identify the rows of one group whose messages have numbers, without calls";

    private SinkRows() {}

    /** Starts watching the rows, before the first row of the round. Rows do not overwrite each other. */
    public static RowVerifier watch(Database database, SinkQueries queries, Scenario scenario, String clientPrefix)
            throws SQLException {
        var load = scenario.load();
        var format = format(load);
        boolean identifiable =
                format.isNumbered() && load.calls().isEmpty() && load.groups().size() == 1;
        var usable = new SinkQueries(queries.count(), queries.rows().filter(query -> identifiable));
        var table = load.tables().get(0);
        var source = new QueriedRows(database, table, usable, clientPrefix, EpochMicros.now(), parser(format));
        var watch = source.watch(scenario.storage().countEvery());
        boolean countsOnly =
                !identifiable && load.traffic().isEmpty() && queries.rows().isPresent();
        var notes = countsOnly ? List.of(COUNTED) : List.<String>of();
        return new RowVerifier(source, scenario, Map.of(), watch, Optional.empty(), notes);
    }

    private static PayloadFormat format(LoadPlan load) {
        var publishers = load.groups().get(0).publishers();
        return PayloadFormat.of(publishers.payload(), publishers.topics().topics());
    }

    private static Function<byte[], StoredMessage> parser(PayloadFormat format) {
        var reader = format.stamps();
        var stamp = new Stamp();
        return payload -> {
            reader.read(ByteBuffer.wrap(payload), stamp);
            return new StoredMessage(stamp.publisher(), stamp.message(), 0, stamp.isTimed() ? stamp.sentMicros() : -1);
        };
    }
}
