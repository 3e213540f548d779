/**
 * Delivery pipeline from the broker's threads to the databases: lanes, batches, retry, bisect and acknowledgement. Owns
 * the worker threads and the ports that other packages implement.
 */
@NullMarked
package io.github.hivemqtdengine.pipeline;

import org.jspecify.annotations.NullMarked;
