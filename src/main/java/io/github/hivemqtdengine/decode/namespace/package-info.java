/** Payloads of any content, read as named values. */
@NullMarked
package io.github.hivemqtdengine.decode.namespace;

import org.jspecify.annotations.NullMarked;
