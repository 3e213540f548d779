package io.github.hivemqtdengine.route;

import java.util.List;

/**
 * The table that a route writes.
 *
 * @param superTable the super table's name
 * @param subtable the template of the subtable's name
 * @param columns at least one
 * @param tags at least one
 */
public record TableSettings(
        String superTable,
        Template subtable,
        TimestampSettings timestamp,
        List<ValueSettings> columns,
        List<ValueSettings> tags) {}
