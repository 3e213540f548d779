/** Immutable model of a scenario file, with its parser: load, expected storage, faults and thresholds. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
