/** PUBLISH packets and their acknowledgements. */
@NullMarked
package io.github.hivemqtdengine.extension.publish;

import org.jspecify.annotations.NullMarked;
