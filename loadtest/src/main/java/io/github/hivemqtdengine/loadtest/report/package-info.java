/** Figures for people on the console, and for programs as JSON. */
@NullMarked
package io.github.hivemqtdengine.loadtest.report;

import org.jspecify.annotations.NullMarked;
