/** Files of dead letters: their lines, rotation and limits. */
@NullMarked
package io.github.hivemqtdengine.spool.deadletter;

import org.jspecify.annotations.NullMarked;
