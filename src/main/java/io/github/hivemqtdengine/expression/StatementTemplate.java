package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.message.SqlTemplate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SQL with placeholders such as {@code ${payload:/v}}, each of which is one value of the statement and never a part of
 * its text. Immutable; two of them are equal if their texts are.
 */
public final class StatementTemplate {

    private final String text;
    private final SqlTemplate sql;
    private final List<Expression> values;

    StatementTemplate(String text, SqlTemplate sql, List<Expression> values) {
        this.text = text;
        this.sql = sql;
        this.values = List.copyOf(values);
    }

    /**
     * Reads a statement.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if it can't be read, or if a
     *     placeholder stands where no value can
     */
    public static StatementTemplate parse(String text) {
        return new StatementTemplateParser(text).parse();
    }

    /** The SQL around the placeholders. */
    public SqlTemplate sql() {
        return sql;
    }

    /** What the placeholders stand for, in their order. */
    public List<Expression> values() {
        return values;
    }

    /** What the placeholders take from the message. */
    public Stream<Reference> references() {
        return values.stream().flatMap(Expression::references);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StatementTemplate template && text.equals(template.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
