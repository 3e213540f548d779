// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.List;

/**
 * SQL that the operator has configured, with placeholders for the values of a row.
 *
 * @param head SQL before the tuple of values that ends the statement; rows can share the head, so that one statement
 *     stores several. Empty if each row needs a separate statement
 * @param pieces SQL after the head: before, between and after the values; one more than the number of values
 * @param placeholders placeholders as written in the mapping, in their order
 */
public record SqlTemplate(String head, List<String> pieces, List<String> placeholders) implements Row.Target {

    public SqlTemplate {
        pieces = List.copyOf(pieces);
        placeholders = List.copyOf(placeholders);
    }

    /** Returns the statement for one row, with the same mark in place of each value. */
    public String with(String mark) {
        return head + String.join(mark, pieces);
    }
}
