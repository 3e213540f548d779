package io.github.hivemqtdengine.pipeline;

/** When the publisher of a message gets its acknowledgement; subscribers never wait for it. */
public enum Acknowledge {
    /** When the message is as safe as {@link Durability} says. */
    ON_RECEIVE,
    /** When the database has confirmed its rows, or it is a dead letter. */
    ON_COMMIT
}
