/** Files on disk: the dead letters, and the write-ahead log of each lane, which survives a crash of the process. */
@NullMarked
package io.github.hivemqtdengine.spool;

import org.jspecify.annotations.NullMarked;
