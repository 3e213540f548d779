/** Decompression of payloads with a limit on the decompressed bytes. */
@NullMarked
package io.github.hivemqtdengine.decode.compression;

import org.jspecify.annotations.NullMarked;
