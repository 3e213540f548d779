/**
 * What stays on disk: the dead letters, and the lane log that survives a crash.
 */
@NullMarked
package io.github.hivemqtdengine.spool;

import org.jspecify.annotations.NullMarked;
