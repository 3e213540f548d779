/**
 * What is measured: brokers and a database, each in a process of its own on the loopback address; but TDengine, which has no
 * setting for that.
 */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack;

import org.jspecify.annotations.NullMarked;
