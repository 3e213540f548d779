/** Write-ahead log of one lane: segments, records, recovery and watermark. */
@NullMarked
package io.github.hivemqtdengine.spool.log;

import org.jspecify.annotations.NullMarked;
