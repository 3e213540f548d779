/** Runs scenarios: who takes a turn when, what is kept in between, and how one stops in the middle. */
@NullMarked
package io.github.hivemqtdengine.loadtest.runner;

import org.jspecify.annotations.NullMarked;
