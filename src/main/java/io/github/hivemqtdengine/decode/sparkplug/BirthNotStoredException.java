package io.github.hivemqtdengine.decode.sparkplug;

/** Failure to make a BIRTH or DEATH durable. Its message is not handled yet; a later attempt may succeed. */
public final class BirthNotStoredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BirthNotStoredException(Throwable cause) {
        super("The disk does not take a Sparkplug birth", cause);
    }
}
