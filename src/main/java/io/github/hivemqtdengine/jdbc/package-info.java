/**
 * Dialects, schema, writing a batch, and classifying what went wrong. The only place that knows JDBC.
 */
@NullMarked
package io.github.hivemqtdengine.jdbc;

import org.jspecify.annotations.NullMarked;
