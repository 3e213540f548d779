// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Binding;
import io.github.hivemqtdengine.expression.Condition;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Reference.Kind;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditions of a route's tables, if all of them are known before the payload is copied. A message for which none holds
 * has no rows, whatever its payload is. Immutable; may be called by many threads.
 */
public final class IntakeFilter {

    /** Filter that admits every message. */
    public static final IntakeFilter NONE = new IntakeFilter(List.of(), List.of());

    private final List<Condition> conditions;
    private final List<String> superTables;

    private IntakeFilter(List<Condition> conditions, List<String> superTables) {
        this.conditions = List.copyOf(conditions);
        this.superTables = List.copyOf(superTables);
    }

    /**
     * Returns the filter of a route; {@link #NONE} if a table has no condition or one that needs the payload.
     *
     * @param binding the binding of the route
     */
    static IntakeFilter of(RouteSettings settings, Binding binding) {
        if (settings.payload().format().isStateful()) {
            return NONE;
        }
        var ofIntake = new Binding(reference -> source(reference, binding));
        var conditions = new ArrayList<Condition>();
        var superTables = new ArrayList<String>();
        for (var table : settings.tables()) {
            var where = table.where();
            if (where == null || !where.condition().isKnownOnArrival()) {
                return NONE;
            }
            conditions.add(ofIntake.condition(where.condition()));
            superTables.add(table.superTable());
        }
        return new IntakeFilter(conditions, superTables);
    }

    /** Returns the source of a reference in a message without its payload, whose size is the only field. */
    private static ValueSource source(Reference reference, Binding binding) {
        return reference.kind() == Kind.MQTT_PAYLOAD_SIZE
                ? (message, values) -> values[0]
                : binding.references().apply(reference);
    }

    /** Returns whether every message is admitted. */
    public boolean isNone() {
        return conditions.isEmpty();
    }

    /**
     * Returns whether a message may have rows. True if a condition can't be evaluated: then the mapping decides.
     *
     * @param message the message; its payload is not read
     * @param payloadBytes the size of its payload
     */
    public boolean admits(InboundMessage message, int payloadBytes) {
        if (isNone()) {
            return true;
        }
        var size = new Object[] {(long) payloadBytes};
        for (var condition : conditions) {
            try {
                if (condition.holds(message, size)) {
                    return true;
                }
            } catch (ConversionException | RuntimeException e) {
                return true;
            }
        }
        return false;
    }

    /** Counts a message that is not admitted as one row of each table that its condition leaves out. */
    public void count(MappingEvents events) {
        superTables.forEach(table -> events.count(MappingEvent.ROWS_FILTERED, table));
    }
}
