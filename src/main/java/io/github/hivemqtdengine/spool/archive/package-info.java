/** Committed segments that are kept, so that their messages can be mapped again. */
@NullMarked
package io.github.hivemqtdengine.spool.archive;

import org.jspecify.annotations.NullMarked;
