/** Files with private permissions, syncs to the disk, and pauses after a disk failure. */
@NullMarked
package io.github.hivemqtdengine.spool.disk;

import org.jspecify.annotations.NullMarked;
