// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.syntax;

/** Syntax of a value. */
@FunctionalInterface
public interface Syntax<T> {

    /**
     * Parses a value.
     *
     * @throws MalformedValueException if the text is malformed
     */
    T read(String text);
}
