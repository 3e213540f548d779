package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.route.conversion.ValueErrors;

/**
 * Settings for columns created from the fields of a record, independent of their names.
 *
 * @param from a JSON Pointer, relative to the record, to the object whose fields become columns
 * @param limit the maximum number of such columns in a table, including columns already in the database
 * @param errors the actions for values that do not fit the column of their field
 */
public record AutoColumns(String from, int limit, ValueErrors errors) {}
