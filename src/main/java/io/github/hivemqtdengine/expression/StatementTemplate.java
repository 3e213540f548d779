package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.message.SqlTemplate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SQL statement with placeholders such as {@code ${payload:/v}}. A placeholder is always one value, never part of the
 * SQL text. Immutable; statements with the same text are equal.
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
     * Parses a statement.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of a syntax error or a misplaced
     *     placeholder
     */
    public static StatementTemplate parse(String text) {
        return new StatementTemplateParser(text).parse();
    }

    /** Returns the SQL around the placeholders. */
    public SqlTemplate sql() {
        return sql;
    }

    /** Returns the expressions of the placeholders, in order. */
    public List<Expression> values() {
        return values;
    }

    /** Returns the references of all placeholders. */
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
