// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.OutcomeListener;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for requests of traces, and runs one trace at a time. Its thread writes the file. Without a trace it only looks
 * for the request's file, twice a second.
 */
public final class Trace implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Trace.class);

    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    /** Age at which a message is written, although it has no outcome yet. */
    private static final Duration SHOWN_AFTER = Duration.ofSeconds(5);

    private final Path dataFolder;
    private final MessageSink sink;
    private final Consumer<OutcomeListener> listeners;
    private final Consumer<MessageSink> sinks;
    private final InstantSource clock;
    private final PeriodicTask task = new PeriodicTask("tdengine-trace", this::check, INTERVAL, LONGEST_STOP);
    private String warning = "";
    private @Nullable Active active;
    private volatile boolean isBusy;

    /** Trace that is running. */
    private record Active(TraceRequest request, TracedSink traced, TraceFile file, long since) {

        /** Returns why the trace has to end, {@code null} if it goes on. */
        private @Nullable TraceEnd end(@Nullable TraceRequest wanted, InstantSource clock) {
            if (traced.end() != null || file.isFull()) {
                return file.isFull() ? TraceEnd.FILE : traced.end();
            }
            if (wanted == null || !wanted.id().equals(request.id())) {
                return wanted == null ? TraceEnd.WITHDRAWN : TraceEnd.REPLACED;
            }
            boolean isOver =
                    System.nanoTime() - since >= TraceRequest.MAX_TIME.toNanos(); // by a clock that is never set
            return !isOver && clock.instant().isBefore(request.until()) ? null : TraceEnd.TIME;
        }

        private void writeLast(TraceEnd end) throws IOException {
            try (file) {
                traced.writeTo(file, Duration.ZERO);
                var json = new LinkedHashMap<String, @Nullable Object>();
                json.put("end", end.name().toLowerCase(Locale.ROOT));
                json.put("sentence", end.sentence());
                json.put("lines", file.lines());
                json.put("waiting", traced.waiting());
                file.writeLast(json);
            }
        }
    }

    /**
     * Creates the trace without starting it.
     *
     * @param dataFolder the folder that the extension may write to
     * @param sink the sink of the messages without a trace
     * @param listeners takes the listener for the outcomes of that sink's messages, whenever it changes
     * @param sinks takes the sink to use from now on, whenever it changes
     */
    public Trace(
            Path dataFolder,
            MessageSink sink,
            Consumer<OutcomeListener> listeners,
            Consumer<MessageSink> sinks,
            InstantSource clock) {
        this.dataFolder = dataFolder;
        this.sink = sink;
        this.listeners = listeners;
        this.sinks = sinks;
        this.clock = clock;
    }

    public void start() {
        task.startAtOnce();
    }

    /** Continues or ends the trace, or begins one. */
    void check() {
        isBusy = true;
        try {
            var wanted = TraceRequest.read(dataFolder).orElse(null);
            var running = active;
            if (running != null) {
                running.traced.writeTo(running.file, SHOWN_AFTER);
                running.file.flush();
                var end = running.end(wanted, clock);
                if (end != null) {
                    end(running, end);
                }
            } else if (wanted != null) {
                begin(wanted);
            }
            warning = wanted == null ? "" : warning;
        } catch (IOException e) {
            fail(e);
        } finally {
            isBusy = false;
        }
    }

    private void begin(TraceRequest request) throws IOException {
        var now = clock.instant();
        if (!now.isBefore(request.until())) {
            request.withdraw(dataFolder);
            return;
        }
        if (now.plus(TraceRequest.MAX_TIME).isBefore(request.until())) {
            throw new IOException("it ends after more than an hour");
        }
        var traced = new TracedSink(sink, request);
        listeners.accept(traced);
        sinks.accept(traced); // before there is a file, which says that the trace has begun
        try {
            var file = new TraceFile(request.lines(dataFolder));
            active = new Active(request, traced, file, System.nanoTime());
        } finally {
            if (active == null) {
                detach();
            }
        }
        if (task.stopSignal().isStopping()) { // while the file was opened
            detach();
        }
    }

    private void end(Active running, TraceEnd end) throws IOException {
        detach();
        try {
            running.writeLast(end);
        } finally {
            running.request.withdraw(dataFolder); // also on a full disk, or it would begin again
        }
    }

    private void detach() {
        sinks.accept(sink);
        listeners.accept(OutcomeListener.NONE);
        active = null;
    }

    private void fail(IOException failure) {
        var running = active;
        if (running != null) {
            try {
                end(running, TraceEnd.DEFECT);
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        if (!warning.equals(failure.toString())) {
            warning = failure.toString();
            LOG.warn(
                    "Trace request \"{}\" cannot be used, or its file cannot be written; there is no trace: {}",
                    TraceRequest.file(dataFolder),
                    warning);
        }
    }

    /** Ends the trace; the file then says that the extension has stopped. */
    @Override
    public void close() {
        task.close();
        var running = active;
        if (running == null) {
            return;
        }
        if (isBusy) { // a write that waits for the disk does not hold the stop
            detach();
            return;
        }
        try {
            end(running, TraceEnd.STOPPED);
        } catch (IOException e) {
            fail(e);
        }
    }
}
