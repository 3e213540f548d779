/** What a run found: figures by name, a timeline and verdicts, as records that are written and read as JSON. */
@NullMarked
package io.github.hivemqtdengine.loadtest.result;

import org.jspecify.annotations.NullMarked;
