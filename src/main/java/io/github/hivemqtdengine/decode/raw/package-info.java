/** Payloads that are stored as they are, as text or bytes, whole or in chunks. */
@NullMarked
package io.github.hivemqtdengine.decode.raw;

import org.jspecify.annotations.NullMarked;
