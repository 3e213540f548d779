package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.route.conversion.ValueErrors;

/**
 * Settings of an SQL statement of the user that stores a route's messages.
 *
 * @param template the statement; each placeholder is a value
 * @param errors the actions for values that are missing or invalid
 */
public record StatementSettings(StatementTemplate template, ValueErrors errors) {}
