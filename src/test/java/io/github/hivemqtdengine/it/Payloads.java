// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import java.nio.charset.StandardCharsets;

/** Payloads for tests. */
final class Payloads {

    private Payloads() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
