/** Maps that are bounded in entries and bytes. */
@NullMarked
package io.github.hivemqtdengine.memory;

import org.jspecify.annotations.NullMarked;
