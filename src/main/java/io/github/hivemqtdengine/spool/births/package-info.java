/** BIRTH and DEATH certificates of Sparkplug edge nodes: their memory, and their log on disk. */
@NullMarked
package io.github.hivemqtdengine.spool.births;

import org.jspecify.annotations.NullMarked;
