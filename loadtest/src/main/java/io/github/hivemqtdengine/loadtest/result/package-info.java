/** Results of a run: metrics by name, a timeline and threshold checks, as records that are written and read as JSON. */
@NullMarked
package io.github.hivemqtdengine.loadtest.result;

import org.jspecify.annotations.NullMarked;
