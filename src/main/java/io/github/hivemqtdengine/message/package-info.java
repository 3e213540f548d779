/** Messages as received, and the rows made from them. */
@NullMarked
package io.github.hivemqtdengine.message;

import org.jspecify.annotations.NullMarked;
