/**
 * XML to validated, immutable settings, with every problem reported together.
 */
@NullMarked
package io.github.hivemqtdengine.config;

import org.jspecify.annotations.NullMarked;
