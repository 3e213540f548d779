// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Subtable names for rows. */
final class SubtableNaming {

    private final Template template;
    private final OnError onError;
    private final List<ValueSource> sources;
    private final List<SharedResult> prepared;
    private final SharedResult names;

    /** @throws IllegalArgumentException if the template can't make names */
    SubtableNaming(Template template, OnError onError, ValueSources sources) {
        this.onError = onError;
        this.template = template;
        this.sources = template.expressions().map(sources.binding()::bind).toList();
        this.prepared = this.sources.stream()
                .map(source -> new SharedResult(values -> new NameValue(ValueText.of(values[0]))))
                .toList();
        var name = new SubtableName(template);
        this.names = new SharedResult(values -> name.of(Arrays.copyOf(values, values.length, NameValue[].class)));
    }

    /** Returns whether all references of the template are of a kind. */
    boolean dependsOnlyOn(Predicate<Reference> kind) {
        return template.references().allMatch(kind);
    }

    /**
     * Returns the name for one row.
     *
     * @throws MappingException if a value is missing, or all are empty
     */
    String name(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        try {
            var values = new Object[sources.size()];
            for (int i = 0; i < values.length; i++) {
                var value = present(sources.get(i).value(message, fields));
                values[i] = Objects.requireNonNull(prepared.get(i).of(value));
            }
            var made = (String) Objects.requireNonNull(names.of(values));
            if (made.isEmpty()) {
                throw new MappingException(
                        DeadLetterReason.NAME, "The subtable's name " + template + " is empty", onError);
            }
            return made;
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e),
                    "The subtable's name " + template + " lacks a value: " + e.getMessage(),
                    onError);
        }
    }

    private Object present(@Nullable Object value) throws MappingException {
        if (value == null || value == Decoder.MISSING) {
            throw new MappingException(
                    DeadLetterReason.MISSING,
                    "The subtable's name " + template + " lacks a value: it is missing",
                    onError);
        }
        return value;
    }
}
