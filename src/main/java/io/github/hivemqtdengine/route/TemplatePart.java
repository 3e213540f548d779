package io.github.hivemqtdengine.route;

/** A piece of a template. */
sealed interface TemplatePart permits TemplatePart.Literal, Reference {

    /** Text that stands for itself; not empty. */
    record Literal(String text) implements TemplatePart {}
}
