/** Replay of dead letters and copied spools from the replay folder. */
@NullMarked
package io.github.hivemqtdengine.spool.replay;

import org.jspecify.annotations.NullMarked;
