// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Automatic tags of records. A record whose tags can't all be stored is refused as a whole: without a tag, its rows
 * would be indistinguishable from those of another series. May be called by many threads.
 */
final class AutoTags {

    private static final int MAX_TAGS = 128;
    private static final int MAX_BYTES = 16_384;

    private final int slot;
    private final FieldNames names;
    private final OnError onError;
    private final FieldsOfRow.Rules rules;

    /**
     * Creates the tags of a mapping.
     *
     * @param slot the index of a record's {@link Scalars}
     * @param declared the table with the declared tags
     * @param onError the action for a record whose tags can't all be stored
     */
    AutoTags(int slot, FieldNames names, int limit, TableShape declared, OnError onError) {
        this.slot = slot;
        this.names = names;
        this.onError = onError;
        this.rules = new FieldsOfRow.Rules(
                Math.min(limit, MAX_TAGS - declared.tags().size()),
                "its limit",
                MAX_BYTES,
                value -> AutoType.TAG,
                (name, why, events) -> {
                    throw refusal("The tag \"" + name + "\" can't be stored: " + why);
                });
    }

    /**
     * Returns the values of a record's tags by the names that they are stored under, sorted.
     *
     * @throws MappingException if two tags have the same name, or there are too many
     */
    Map<String, String> of(@Nullable Object[] fields) throws MappingException {
        var values = new TreeMap<String, String>();
        if (!(fields[slot] instanceof Scalars found)) {
            return values;
        }
        if (found.left() > 0) {
            throw refusal("The record has more than 1,000 tags, or one with a pointer of more than 256 characters");
        }
        for (var field : found.fields().entrySet()) {
            var name = names.of(field.getKey());
            if (!name.equals(FieldNames.NONE) && values.put(name, ValueText.of(field.getValue())) != null) {
                throw refusal("Two tags of the record have the name \"" + name + "\"");
            }
        }
        return values;
    }

    /**
     * Returns a record's tags, fitted to the table.
     *
     * @throws MappingException if a tag can't be stored
     */
    FieldsOfRow fitted(Map<String, String> values, KnownColumns known, MappingEvents events) throws MappingException {
        var fitted = new FieldsOfRow(known.tags(), known::isTakenForTag, rules, events);
        for (var tag : values.entrySet()) {
            fitted.add(tag.getKey(), tag.getValue());
        }
        return fitted;
    }

    private MappingException refusal(String sentence) {
        return new MappingException(DeadLetterReason.NAME, sentence, onError);
    }
}
