// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Connections;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of the clients of one load generator.
 *
 * @param sent messages of its publishers, ascending by publisher number
 * @param wills last wills of its publishers, see {@link io.github.hivemqtdengine.loadtest.measure.LoadResult#wills}
 * @param checks deliveries of its subscriptions, by group
 * @param notes events of all of its clients
 * @param connections its connections, without the time to connect
 * @param failures one sentence each
 */
public record Measured(
        List<SentLog> sent,
        List<SentLog> wills,
        List<List<DeliveryCheck>> checks,
        Notes notes,
        Connections connections,
        Calls calls,
        List<String> failures) {

    /** Writes the measurements for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        writeLogs(sent, out);
        writeLogs(wills, out);
        out.writeInt(checks.size());
        for (var group : checks) {
            out.writeInt(group.size());
            for (var check : group) {
                check.write(out);
            }
        }
        notes.write(out);
        out.writeInt(connections.connected());
        out.writeLong(connections.lost());
        out.writeLong(connections.reconnects());
        out.writeDouble(connections.awaySeconds());
        calls.answered().write(out);
        out.writeLong(calls.unanswered());
        out.writeInt(failures.size());
        for (var failure : failures) {
            out.writeUTF(failure.substring(0, Math.min(failure.length(), Failures.MOST_LETTERS)));
        }
    }

    /**
     * Reads measurements.
     *
     * @param plan plan of the whole load
     * @throws IOException if they are malformed, or the input ends or fails
     */
    public static Measured read(DataInput in, LoadPlan plan) throws IOException {
        int publishers = plan.publishers();
        var measured = new Measured(
                list(in, () -> log(in, publishers)),
                list(in, () -> log(in, publishers)),
                list(in, () -> list(in, () -> DeliveryCheck.read(in, publishers))),
                Notes.read(in),
                new Connections(in.readInt(), 0, in.readLong(), in.readLong(), in.readDouble()),
                new Calls(LatencyHistogram.read(in), in.readLong()),
                list(in, in::readUTF));
        if (measured.checks.size() != plan.groups().size()) {
            throw new IOException("there are no " + measured.checks.size() + " groups");
        }
        return measured;
    }

    private static void writeLogs(List<SentLog> logs, DataOutput out) throws IOException {
        out.writeInt(logs.size());
        for (var log : logs) {
            log.write(out);
        }
    }

    private static SentLog log(DataInput in, int publishers) throws IOException {
        var log = SentLog.read(in);
        if (log.publisher() < 0 || log.publisher() >= publishers) {
            throw new IOException("there is no publisher " + log.publisher());
        }
        return log;
    }

    private static <T> List<T> list(DataInput in, Item<T> item) throws IOException {
        var items = new ArrayList<T>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            items.add(item.read());
        }
        return items;
    }

    @FunctionalInterface
    private interface Item<T> {

        T read() throws IOException;
    }
}
