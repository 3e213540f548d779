// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A test that runs pipelines whose messages wait in a spool. */
public abstract class SpooledPipelines extends RunningPipelines {

    public static final SpoolSettings SMALL_SEGMENTS = new SpoolSettings(1L << 30, 0, 8_192);

    @TempDir
    public Path folder;

    final List<Spool> spools = new ArrayList<>();

    @AfterEach
    protected void closeSpools() {
        stop(); // before the folder is deleted
        spools.forEach(Spool::close);
    }

    protected static DeliverySettings spooled(int lanes, int inMemory) {
        return new DeliverySettings(
                lanes(lanes),
                batch(50),
                IntakeSettings.DEFAULT.withQueue(new QueueSettings(inMemory, 1_000_000)),
                QUICK,
                Duration.ofMillis(50));
    }

    protected final Pipeline start(String layout, DeliverySettings settings, Route only) throws IOException {
        return startIn(folder.resolve("spool"), layout, settings, only);
    }

    protected final Pipeline startIn(Path where, String layout, DeliverySettings settings, Route only)
            throws IOException {
        var pipeline = pipeline(settings, letters::add, open(where, layout), only);
        pipeline.start();
        return pipeline;
    }

    protected final Spool open(Path where, String layout) throws IOException {
        return open(where, layout, SMALL_SEGMENTS);
    }

    protected final Spool open(Path where, String layout, SpoolSettings settings) throws IOException {
        var spool = Spool.open(where, layout, settings);
        spools.add(spool);
        return spool;
    }

    protected final void end(Pipeline pipeline) {
        pipeline.close();
        spools.get(spools.size() - 1).close();
    }

    protected static PendingAck publish(Pipeline pipeline, String payload, Stage stage) {
        var pendingAck = new PendingAck(stage);
        pipeline.accept(pipeline.match("a/x"), message("a/x", payload, System.nanoTime()), pendingAck);
        return pendingAck;
    }

    protected final List<Object> payloadsOf(String topic) {
        return database.stored.stream()
                .filter(row -> row.subtable().equals(topic))
                .<Object>map(row -> String.valueOf(row.column(0)))
                .toList();
    }
}
