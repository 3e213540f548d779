/**
 * The values that travel: a message as it arrived, and the rows that it becomes.
 */
@NullMarked
package io.github.hivemqtdengine.message;

import org.jspecify.annotations.NullMarked;
