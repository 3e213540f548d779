// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Condition;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings.ConditionSettings;
import org.jspecify.annotations.Nullable;

/** Compiled condition that selects the records that become rows of one table. */
final class RowCondition {

    private final String superTable;
    private final Condition condition;
    private final ValueErrors errors;

    RowCondition(String superTable, ConditionSettings settings, ValueSources sources) {
        this.superTable = superTable;
        this.condition = sources.binding().condition(settings.condition());
        this.errors = settings.errors();
    }

    /** @throws MappingException if the condition can't be evaluated */
    boolean holds(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        try {
            return condition.holds(message, fields);
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e),
                    "The condition of table \"" + superTable + "\": " + e.getMessage(),
                    withoutAValue(errors.of(e)));
        }
    }

    /** Returns DEAD_LETTER for actions that replace a value, because a condition has none. */
    private static OnError withoutAValue(OnError action) {
        return switch (action) {
            case DROP, SKIP_ROW -> action;
            case DEAD_LETTER, NULL, DEFAULT, TRUNCATE -> OnError.DEAD_LETTER;
        };
    }
}
