/**
 * XML to validated, immutable settings, with every problem reported together; what has changed between two of them, and
 * when.
 */
@NullMarked
package io.github.hivemqtdengine.config;

import org.jspecify.annotations.NullMarked;
