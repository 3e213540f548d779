/**
 * Immutable model of a scenario (load, expected storage, faults, thresholds), and the syntax of its values. Components
 * that are not described have a row in {@code keys.txt}, with unit, range and default.
 */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
