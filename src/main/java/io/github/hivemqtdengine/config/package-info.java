/**
 * Reader of the XML configuration: validated, immutable settings, or all problems together. Also detects changes of the
 * files and compares configurations.
 */
@NullMarked
package io.github.hivemqtdengine.config;

import org.jspecify.annotations.NullMarked;
