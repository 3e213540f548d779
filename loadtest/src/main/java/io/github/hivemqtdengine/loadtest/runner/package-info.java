/** Runs scenarios: alternating rounds, verification of rows, intermediate results and interruption. */
@NullMarked
package io.github.hivemqtdengine.loadtest.runner;

import org.jspecify.annotations.NullMarked;
