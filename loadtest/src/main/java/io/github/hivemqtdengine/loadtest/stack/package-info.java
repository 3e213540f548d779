/**
 * Brokers and databases under test, each in a process of its own on the loopback address. The exception is TDengine,
 * which has no setting for its listen address.
 */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack;

import org.jspecify.annotations.NullMarked;
