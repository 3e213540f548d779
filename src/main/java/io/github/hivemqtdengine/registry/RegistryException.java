// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

/** Failure of a look-up. Has no stack trace, since publishers can cause it. */
final class RegistryException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Scope of a failure. */
    enum Kind {
        /** The registry has no such schema, or not a usable one. */
        THIS_SCHEMA,
        /** A request was not answered before the deadline. */
        TIMEOUT,
        /** The registry answers no look-up. */
        REGISTRY
    }

    private final Kind kind;

    /** @param predicate completes a sentence about the registry */
    RegistryException(Kind kind, String predicate) {
        super(predicate, null, false, false);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    String predicate() {
        return String.valueOf(getMessage());
    }
}
