// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.math.BigDecimal;
import java.util.regex.Matcher;

/**
 * Emulated link between clients and broker.
 *
 * @param bitsPerSecond bandwidth in each direction, more than 0
 * @param bulkFlows other connections that saturate the link, half of them in each direction; from 0
 */
public record Link(long bitsPerSecond, int bulkFlows) {

    static final Syntax<Link> SYNTAX = Syntax.of(
            "(" + Syntax.DECIMAL + ")\\s*([kMG])bit/s(?:\\s+with\\s+(\\d{1,4})\\s+bulk\\s+flows?)?",
            "must be like 100 Mbit/s, or 100 Mbit/s with 64 bulk flows",
            Link::of);

    private static Link of(Matcher text) {
        int zeros = 3 * " kMG".indexOf(text.group(2));
        long bits = new BigDecimal(text.group(1)).scaleByPowerOfTen(zeros).longValue();
        Syntax.require(bits > 0, "must be more than 0 bit/s");
        return new Link(bits, text.group(3) == null ? 0 : Integer.parseInt(text.group(3)));
    }
}
