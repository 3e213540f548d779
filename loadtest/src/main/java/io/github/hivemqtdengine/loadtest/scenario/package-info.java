/** Immutable model of a scenario: load, expected storage, faults and thresholds. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
