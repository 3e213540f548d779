package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.MappingException.Reason;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Subtable names for rows. */
final class SubtableNaming {

    private final Template template;
    private final OnError onError;
    private final SubtableName name;
    private final List<ValueSource> sources;
    /** Of each source, whether all rows of a message have the same value. */
    private final boolean[] isOfMessage;

    /** @throws IllegalArgumentException if the template can't make names */
    SubtableNaming(Template template, OnError onError, ValueSources sources) {
        this.onError = onError;
        this.template = template;
        this.name = new SubtableName(template);
        this.sources = template.expressions().map(sources.binding()::bind).toList();
        this.isOfMessage = new boolean[this.sources.size()];
        var expressions = template.expressions().toList();
        for (int i = 0; i < isOfMessage.length; i++) {
            isOfMessage[i] = expressions.get(i).references().allMatch(Reference::dependsOnMessageOnly);
        }
    }

    /** Returns whether all references of the template are of a kind. */
    boolean dependsOnlyOn(Predicate<Reference> kind) {
        return template.references().allMatch(kind);
    }

    /** Begins the names for the rows of a message. */
    Names namesOf(InboundMessage message) {
        return new Names(message);
    }

    /** Names for the rows of one message. For one thread. */
    final class Names {

        private final InboundMessage message;
        private final @Nullable NameValue[] values = new NameValue[sources.size()];

        private Names(InboundMessage message) {
            this.message = message;
        }

        /**
         * Returns the name for one row.
         *
         * @throws MappingException if a value is missing, or all are empty
         */
        String name(@Nullable Object[] fields) throws MappingException {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == null || !isOfMessage[i]) {
                    values[i] = new NameValue(ValueText.of(present(value(sources.get(i), message, fields))));
                }
            }
            var made = name.of(values);
            if (made.isEmpty()) {
                throw new MappingException(Reason.NAME, "The subtable's name " + template + " is empty", onError);
            }
            return made;
        }
    }

    private Object present(@Nullable Object value) throws MappingException {
        if (value == null || value == Decoder.MISSING) {
            throw new MappingException(
                    Reason.MISSING, "The subtable's name " + template + " lacks a value: it is missing", onError);
        }
        return value;
    }

    private @Nullable Object value(ValueSource source, InboundMessage message, @Nullable Object[] fields)
            throws MappingException {
        try {
            return source.value(message, fields);
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e),
                    "The subtable's name " + template + " lacks a value: " + e.getMessage(),
                    onError);
        }
    }
}
