// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.document.ValueDocument.NamedParts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Object whose values are known.
 *
 * @param values a value for each name
 */
record NamedValues(List<String> names, List<? extends @Nullable Object> values) implements NamedParts {

    @Override
    public @Nullable Object value(int index) {
        return values.get(index);
    }

    /** Returns the last value of a name, or {@code null}. */
    @Nullable
    Object last(String name) {
        int index = names.lastIndexOf(name);
        return index < 0 ? null : values.get(index);
    }

    /** Returns the object without the values of a name. */
    NamedValues without(String name) {
        if (!names.contains(name)) {
            return this;
        }
        var others = IntStream.range(0, names.size())
                .filter(index -> !names.get(index).equals(name))
                .boxed()
                .toList();
        var othersValues = new ArrayList<@Nullable Object>(others.size());
        others.forEach(index -> othersValues.add(values.get(index)));
        return new NamedValues(others.stream().map(names::get).toList(), othersValues);
    }
}
