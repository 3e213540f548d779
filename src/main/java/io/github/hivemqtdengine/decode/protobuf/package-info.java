/** Protobuf messages by a descriptor set. */
@NullMarked
package io.github.hivemqtdengine.decode.protobuf;

import org.jspecify.annotations.NullMarked;
