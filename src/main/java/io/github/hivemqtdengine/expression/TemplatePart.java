package io.github.hivemqtdengine.expression;

/** Part of a template. */
public sealed interface TemplatePart permits TemplatePart.Literal, Expression {

    /** Literal text; not empty. */
    record Literal(String text) implements TemplatePart {}
}
