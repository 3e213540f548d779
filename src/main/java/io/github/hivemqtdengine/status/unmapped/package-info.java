/** What the mapping does not store: topics and fields that samples of the messages have. */
@NullMarked
package io.github.hivemqtdengine.status.unmapped;

import org.jspecify.annotations.NullMarked;
