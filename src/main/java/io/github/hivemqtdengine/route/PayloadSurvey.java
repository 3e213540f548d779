// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;

/** Comparison of payloads with the mapping of a route. May be called by many threads. */
@FunctionalInterface
public interface PayloadSurvey {

    /** Survey of payloads whose fields are not compared. */
    PayloadSurvey NONE = message -> List.of();

    /**
     * Returns the fields of a message, a limited number of them.
     *
     * @throws DecodeException if the payload can't be decoded
     */
    List<PayloadField> fields(InboundMessage message) throws DecodeException;
}
