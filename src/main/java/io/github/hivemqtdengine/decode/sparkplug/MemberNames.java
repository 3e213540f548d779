// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;

/** Names of the members of templates: {@code Template/member}. Limited in all, because each repeats its template's. */
final class MemberNames {

    private static final int LONGEST = 1_024;
    private static final int MAX_CHARACTERS = 4 << 20;

    private int characters;

    /** @param template name of the template, empty for a metric of the payload itself */
    String of(String template, String metric) throws DecodeException {
        if (template.isEmpty()) {
            return metric;
        }
        int length = template.length() + 1 + metric.length();
        characters += length;
        if (length > LONGEST || characters > MAX_CHARACTERS) {
            throw new DecodeException(
                    Fault.LIMIT,
                    "Names of the members of templates have more than " + LONGEST + " characters, or " + MAX_CHARACTERS
                            + " in all",
                    -1);
        }
        return template + "/" + metric;
    }
}
