// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

/** Reports why the demo can't run, in a sentence for the user. */
final class DemoException extends RuntimeException {

    DemoException(String message) {
        super(message);
    }

    DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
