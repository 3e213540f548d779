/** Installation of the packaged extension: its zip, its folder, its configuration. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.extension;

import org.jspecify.annotations.NullMarked;
