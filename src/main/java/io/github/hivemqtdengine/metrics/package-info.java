/** Metrics of the pipeline: a port that does nothing by default, and its adapter to Dropwizard metrics. */
@NullMarked
package io.github.hivemqtdengine.metrics;

import org.jspecify.annotations.NullMarked;
