// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

/** Failure to make durable what a message teaches. The message is not handled yet; a later attempt may succeed. */
public final class NotStoredYetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotStoredYetException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
