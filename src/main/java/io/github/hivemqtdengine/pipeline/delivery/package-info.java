/** Batches, their writes, retries and bisection, and the port to the databases. */
@NullMarked
package io.github.hivemqtdengine.pipeline.delivery;

import org.jspecify.annotations.NullMarked;
