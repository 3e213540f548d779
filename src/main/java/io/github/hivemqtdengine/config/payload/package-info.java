/** Readers of the payload element: formats, schemas and compression. */
@NullMarked
package io.github.hivemqtdengine.config.payload;

import org.jspecify.annotations.NullMarked;
