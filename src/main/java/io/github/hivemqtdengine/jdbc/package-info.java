/**
 * JDBC access to TDengine and QuestDB: dialects, schema, batches, failure classification. No other package uses JDBC.
 */
@NullMarked
package io.github.hivemqtdengine.jdbc;

import org.jspecify.annotations.NullMarked;
