/** Conversion of decoded values to column types, and the strategies for values that do not fit. */
@NullMarked
package io.github.hivemqtdengine.route.conversion;

import org.jspecify.annotations.NullMarked;
