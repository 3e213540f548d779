package io.github.hivemqtdengine.demo;

/** Why the demo can't run, in a sentence for the one who has started it. */
final class DemoException extends RuntimeException {

    DemoException(String message) {
        super(message);
    }

    DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
