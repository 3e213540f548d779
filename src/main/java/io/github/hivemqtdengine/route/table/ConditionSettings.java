package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Expression;
import io.github.hivemqtdengine.route.conversion.ValueErrors;

/**
 * Condition that selects the records that become rows of a table.
 *
 * @param condition the condition; a missing or null value counts as false
 * @param errors the actions if the condition can't be evaluated; {@code OnError.NULL}, {@code OnError.DEFAULT} and
 *     {@code OnError.TRUNCATE} do not apply to conditions and make the message a dead letter
 */
public record ConditionSettings(Expression condition, ValueErrors errors) {}
