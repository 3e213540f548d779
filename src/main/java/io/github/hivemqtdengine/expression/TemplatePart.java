package io.github.hivemqtdengine.expression;

/** A piece of a template. */
public sealed interface TemplatePart permits TemplatePart.Literal, Expression {

    /** Text that stands for itself; not empty. */
    record Literal(String text) implements TemplatePart {}
}
