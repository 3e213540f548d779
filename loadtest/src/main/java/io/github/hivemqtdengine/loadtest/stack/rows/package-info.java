/** Observation of the stored rows, over JDBC. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.rows;

import org.jspecify.annotations.NullMarked;
