/**
 * Meets the broker, assembles the graph, starts and stops it. The only place that knows HiveMQ.
 */
@NullMarked
package io.github.hivemqtdengine.extension;

import org.jspecify.annotations.NullMarked;
