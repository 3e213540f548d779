/** Figures of a running load for the console and for Prometheus. */
@NullMarked
package io.github.hivemqtdengine.loadtest.live;

import org.jspecify.annotations.NullMarked;
