/**
 * Language of mappings, used in <code>${...}</code> and in {@code where}. An expression is parsed once, with the
 * configuration, and is then a pure function of a message and its decoded fields.
 */
@NullMarked
package io.github.hivemqtdengine.expression;

import org.jspecify.annotations.NullMarked;
