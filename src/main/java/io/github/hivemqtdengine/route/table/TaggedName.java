// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Subtable names with a hash of the tags appended. Equal names and tags give equal results on every broker and at any
 * time; the order of the tags does not matter.
 */
final class TaggedName {

    private final int columns;
    private final List<Column> tags;
    private final List<SharedResult> inputs;

    TaggedName(int columns, List<Column> tags) {
        this.columns = columns;
        this.tags = tags;
        this.inputs = tags.stream()
                .map(tag -> new SharedResult(values -> NameHash.input("=" + ValueText.of(values[0]))))
                .toList();
    }

    /**
     * Returns the name with a hash of the name and the tags appended.
     *
     * @param values the values of a row: declared columns, then declared tags
     * @param automatic the values of the record's automatic tags by name; tags that only other records have do not
     *     count, so that the name is the same before and after the table gains a tag
     */
    String of(String name, @Nullable Object[] values, Map<String, String> automatic) throws MappingException {
        var all = new TreeMap<String, byte[]>();
        automatic.forEach((tag, value) -> all.put(tag, NameHash.input("=" + value)));
        for (int i = 0; i < tags.size(); i++) {
            var value = values[columns + i];
            // distinguishes NULL from the empty string
            all.put(tags.get(i).name(), value == null ? NameHash.input("") : input(i, value));
        }
        var hashed = new ArrayList<byte[]>(1 + 2 * all.size());
        hashed.add(NameHash.input(name));
        all.forEach((tag, input) -> {
            hashed.add(NameHash.input(tag));
            hashed.add(input);
        });
        return SubtableName.withHash(name, NameHash.of(hashed));
    }

    private byte[] input(int tag, Object value) throws MappingException {
        try {
            return (byte[]) Objects.requireNonNull(inputs.get(tag).of(value));
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e),
                    "Tag \"" + tags.get(tag).name() + "\": " + e.getMessage(),
                    OnError.DEAD_LETTER);
        }
    }

    /** Returns a name without its hash; characters cut off to make room for the hash stay lost. */
    static String withoutHash(String name) {
        return name.substring(0, Math.max(0, name.length() - NameHash.LENGTH));
    }
}
