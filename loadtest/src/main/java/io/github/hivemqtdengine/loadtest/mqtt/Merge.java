// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Connections;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries.OfGroup;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Result of a load from the measurements of its generators. */
final class Merge {

    private final LoadPlan plan;
    private final List<Measured> parts;
    private final boolean settled;
    private final Failures failures = new Failures();

    /** @param settled whether no delivery can come any more */
    Merge(LoadPlan plan, List<Measured> parts, boolean settled) {
        this.plan = plan;
        this.parts = parts;
        this.settled = settled;
    }

    LoadResult result(long start, long endOfSending, long end, double connectSeconds) {
        var sent = logs(Measured::sent);
        var notes = new Notes(start);
        parts.forEach(part -> notes.add(part.notes()));
        parts.forEach(part -> part.failures().forEach(failures::add));
        return new LoadResult(
                start,
                endOfSending,
                end,
                sent,
                logs(Measured::wills),
                notes.sent(),
                notes.acknowledgements(),
                deliveries(sent, notes),
                connections(connectSeconds),
                calls(),
                notes.lateness(),
                failures.sentences());
    }

    private List<SentLog> logs(Function<Measured, List<SentLog>> kind) {
        return parts.stream()
                .flatMap(part -> kind.apply(part).stream())
                .sorted(Comparator.comparingInt(SentLog::publisher))
                .toList();
    }

    private Deliveries deliveries(List<SentLog> sent, Notes notes) {
        var formats = ClientGroups.formats(plan);
        var byGroup = new ArrayList<OfGroup>();
        for (int group = 0; group < plan.groups().size(); group++) {
            var subscribers = plan.groups().get(group).subscribers();
            var filters = numbers(subscribers).stream()
                    .map(number -> subscribers.of(number).filter())
                    .toList();
            var expectations = Expectation.of(formats, filters, sent);
            var deliveries = deliveries(
                    check -> Objects.requireNonNull(expectations.get(filters.get(check))),
                    checks(group, subscribers.shared()),
                    notes.latency(group));
            var name = plan.groups().get(group).name();
            addMissing(name, deliveries.lost(), deliveries.expected(), "lost");
            addMissing(name, deliveries.underWay(), deliveries.expected(), "under way");
            byGroup.add(deliveries);
        }
        return new Deliveries(
                byGroup.stream().mapToLong(OfGroup::expected).sum(),
                byGroup.stream().mapToLong(OfGroup::received).sum(),
                byGroup.stream().mapToLong(OfGroup::lost).sum(),
                byGroup.stream().mapToLong(OfGroup::underWay).sum(),
                byGroup.stream().mapToLong(OfGroup::duplicated).sum(),
                notes.lastMicros(),
                notes.received(),
                notes.latency(),
                notes.latencyPerSecond(),
                byGroup);
    }

    /** Returns the numbers of the subscribers in the order of the generators. */
    private List<Integer> numbers(SubscriberPlan subscribers) {
        return IntStream.range(0, parts.size())
                .boxed()
                .flatMap(part ->
                        new Share(part, parts.size()).numbers(subscribers.first(), subscribers.count()).stream())
                .toList();
    }

    /** @param expectations expectation of each check */
    private OfGroup deliveries(
            IntFunction<Expectation> expectations, List<DeliveryCheck> checks, LatencyHistogram latency) {
        long due = 0;
        long received = 0;
        long missing = 0;
        long again = 0;
        for (int i = 0; i < checks.size(); i++) {
            var check = checks.get(i);
            var expectation = expectations.apply(i);
            long dueHere = expectation.due(check);
            long missingHere = expectation.missing(check);
            due += dueHere;
            received += check.received();
            missing += missingHere;
            again += check.again() + check.different() - (dueHere - missingHere);
            if (check.foreign() > 0) {
                failures.add(check.foreign() + " messages came that no publisher of this load sent");
            }
        }
        return new OfGroup(due, received, settled ? missing : 0, settled ? 0 : missing, again, latency);
    }

    private void addMissing(String group, long missing, long expected, String where) {
        if (!group.isEmpty() && missing > 0) {
            failures.add("group " + group + ": " + missing + " of " + expected + " deliveries " + where);
        }
    }

    /** A shared subscription may have clients of several generators. */
    private List<DeliveryCheck> checks(int group, boolean shared) {
        var checks = parts.stream()
                .flatMap(part -> part.checks().get(group).stream())
                .toList();
        if (!shared || checks.isEmpty()) {
            return checks;
        }
        var first = checks.get(0);
        checks.stream().skip(1).forEach(first::add);
        return List.of(first);
    }

    private Connections connections(double connectSeconds) {
        return parts.stream()
                .map(Measured::connections)
                .reduce((one, other) -> new Connections(
                        one.connected() + other.connected(),
                        0,
                        one.lost() + other.lost(),
                        one.reconnects() + other.reconnects(),
                        Math.max(one.awaySeconds(), other.awaySeconds())))
                .map(all -> new Connections(
                        all.connected(), connectSeconds, all.lost(), all.reconnects(), all.awaySeconds()))
                .orElseThrow();
    }

    private Calls calls() {
        var answered = new LatencyHistogram();
        parts.forEach(part -> answered.add(part.calls().answered()));
        return new Calls(
                answered,
                parts.stream().mapToLong(part -> part.calls().unanswered()).sum());
    }
}
