package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Expression;

/**
 * Which records become rows of a table.
 *
 * @param condition what has to hold; what is missing or null does not
 * @param errors what happens to a record of which it can't be said whether it holds; {@link OnError#NULL}, {@link
 *     OnError#DEFAULT} and {@link OnError#TRUNCATE} mean nothing for a condition, so the message goes to the dead letters
 */
public record ConditionSettings(Expression condition, ValueErrors errors) {}
