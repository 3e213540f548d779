/** Queues of a lane, in memory and in the spool, and the port to the spool. */
@NullMarked
package io.github.hivemqtdengine.pipeline.queue;

import org.jspecify.annotations.NullMarked;
