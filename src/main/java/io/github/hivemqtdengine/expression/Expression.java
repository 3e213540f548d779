package io.github.hivemqtdengine.expression;

import java.util.stream.Stream;

/**
 * What stands between the braces of <code>${...}</code>, or in a condition, read but not yet bound to a route: constants,
 * references to a message, and calls of functions. Immutable.
 */
public sealed interface Expression extends TemplatePart permits Constant, Reference, Call {

    /**
     * Reads a text that is one expression.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if it can't be read
     */
    static Expression parse(String text) {
        return new ExpressionParser(text, 0).wholeText();
    }

    /** What it takes from the message. */
    Stream<Reference> references();
}
