// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Checked line of a payload, with the indices of its parts.
 *
 * @param from index of the measurement
 * @param tags index after the measurement: of the comma before the first tag, or of a space
 * @param afterTags index after the last tag
 * @param fields index of the first field
 * @param afterFields index after the last field
 * @param time the timestamp, {@code null} for none
 * @param to index after the last part
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Line(
        byte[] payload,
        int from,
        int tags,
        int afterTags,
        int fields,
        int afterFields,
        @Nullable Instant time,
        int to) {}
