// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.route.PayloadRecords.DecodedRecords;
import io.github.hivemqtdengine.route.Route.IntakeRules;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.table.ValueSources;
import java.util.List;
import java.util.Optional;

/** Route of the configuration, which decodes the messages. Immutable. */
abstract class ConfiguredRoute implements Route {

    private final RouteSettings settings;
    private final PayloadInput input;
    private final PayloadRecords records;
    private final Optional<PayloadLength> length;
    private final IntakeRules intake;
    private final TimeKeys timeKeys;

    /** @param sources sources of all values of the mapping */
    ConfiguredRoute(
            RouteSettings settings, ValueSources sources, PayloadInput input, IntakeFilter filter, TimeKeys timeKeys) {
        this.settings = settings;
        this.input = input;
        this.records = new PayloadRecords(settings, sources.fields(), input);
        this.length = PayloadLength.of(settings);
        this.intake = new IntakeRules(sources.facts(), filter, settings.rateLimits());
        this.timeKeys = timeKeys;
    }

    @Override
    public final String id() {
        return settings.id();
    }

    @Override
    public final String databaseId() {
        return settings.databaseId();
    }

    @Override
    public final RouteTopics topics() {
        return new RouteTopics(settings.sources(), settings.filters(), settings.excludes());
    }

    @Override
    public final IntakeRules intake() {
        return intake;
    }

    @Override
    public final TimeKeys timeKeys() {
        return timeKeys;
    }

    @Override
    public final boolean ordersByEdgeNode() {
        return settings.payload().format().isStateful();
    }

    @Override
    public final void lost(Lost lost) {
        input.lost(lost);
    }

    @Override
    public final DecodedPayload decoded(InboundMessage message) throws MappingException {
        return isAdmitted(message) ? records.named(message) : DecodedPayload.NOTHING;
    }

    /** Returns the survey of this route's payloads. */
    final PayloadSurvey survey() {
        return records::fields;
    }

    private boolean isAdmitted(InboundMessage message) {
        return intake.filter().admits(message, message.payload().length);
    }

    @Override
    public final List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        input.follow(message, events);
        if (!isAdmitted(message)) {
            intake.filter().count(events);
            return List.of();
        }
        if (length.isPresent()) {
            length.get().check(message.payload().length);
        }
        var decoded = records.of(message, events);
        return decoded.isOne()
                ? rows(message, decoded, events)
                : SharedResult.amongRows(() -> rows(message, decoded, events));
    }

    /** Maps the records of a message to the rows to store. */
    abstract List<Row> rows(InboundMessage message, DecodedRecords decoded, MappingEvents events)
            throws MappingException;

    /**
     * Requires that the rows of a message do not fill the heap; a single row does not take much more than its payload.
     *
     * @param bytes size of the rows in memory
     */
    final void requireRoom(long bytes, int rows, InboundMessage message) throws MappingException {
        long limit = Math.max(RowBytes.LIMIT, 4L * message.payload().length); // as large as the operator allows
        if (bytes > limit && rows > 1) {
            throw refused(RowBytes.excess(rows, limit));
        }
    }

    /** Returns the refusal of a whole message, with the action for a payload that can't be decoded. */
    final MappingException refused(String why) {
        return new MappingException(DeadLetterReason.DECODE, why, settings.onDecodeError());
    }
}
