/** JSON and lines of JSON. */
@NullMarked
package io.github.hivemqtdengine.decode.json;

import org.jspecify.annotations.NullMarked;
