/** Values of a topic level, such as the ids of machines, that have published and no longer do. */
@NullMarked
package io.github.hivemqtdengine.status.silence;

import org.jspecify.annotations.NullMarked;
