/** CBOR and MessagePack. */
@NullMarked
package io.github.hivemqtdengine.decode.cbor;

import org.jspecify.annotations.NullMarked;
