package io.github.hivemqtdengine.expression;

import java.util.stream.Stream;

/**
 * Parsed content of <code>${...}</code> or of a condition, not yet bound to a route: constants, references to a
 * message, and function calls. Immutable.
 */
public sealed interface Expression extends TemplatePart permits Constant, Reference, Call {

    /**
     * Parses a string that is one expression.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of the syntax error
     */
    static Expression parse(String text) {
        return new ExpressionParser(text, 0).wholeText();
    }

    /** Returns all references to the message. */
    Stream<Reference> references();
}
