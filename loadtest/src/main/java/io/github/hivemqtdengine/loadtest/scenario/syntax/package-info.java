/** Syntax of single values in scenario files: numbers, durations, choices. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario.syntax;

import org.jspecify.annotations.NullMarked;
