/** Stages of a route that compare a message with earlier ones: sampling, changes of tags. */
@NullMarked
package io.github.hivemqtdengine.route.stage;

import org.jspecify.annotations.NullMarked;
