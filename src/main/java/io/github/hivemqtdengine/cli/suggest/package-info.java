/** Suggestion of a route for a sample. */
@NullMarked
package io.github.hivemqtdengine.cli.suggest;

import org.jspecify.annotations.NullMarked;
