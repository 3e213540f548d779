/**
 * Lanes, batches, retry, isolation and acknowledgement; owns the worker threads and the ports to the outside.
 */
@NullMarked
package io.github.hivemqtdengine.pipeline;

import org.jspecify.annotations.NullMarked;
