/** Formats whose fields have a fixed place: CSV and binary layouts. */
@NullMarked
package io.github.hivemqtdengine.decode.layout;

import org.jspecify.annotations.NullMarked;
