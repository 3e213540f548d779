/**
 * The language of mappings: what stands in <code>${...}</code> and in {@code where}. An expression is read once, with the
 * configuration, and then is a pure function of a message and its decoded fields.
 */
@NullMarked
package io.github.hivemqtdengine.expression;

import org.jspecify.annotations.NullMarked;
