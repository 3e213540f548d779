package io.github.hivemqtdengine.route;

/**
 * Which fields of a record become columns of their own, whatever they are called.
 *
 * @param from a JSON Pointer, from the record on, to the object whose fields they are
 * @param limit how many such columns a table gets at most, those included that the database has already
 * @param errors what happens to values that don't fit the column that their field has got
 */
public record AutoColumns(String from, int limit, ValueErrors errors) {}
