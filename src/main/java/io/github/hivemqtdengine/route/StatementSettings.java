package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.StatementTemplate;

/**
 * SQL of the user's own that a route stores its messages with.
 *
 * @param template the statement; each of its placeholders is a value
 * @param errors what happens where a value is missing, or can't be one
 */
public record StatementSettings(StatementTemplate template, ValueErrors errors) {}
