package io.github.hivemqtdengine.pipeline.queue;

/** Point at which the publisher of a message gets its acknowledgement; subscribers never wait for it. */
public enum Acknowledge {
    /** After the message is as safe as {@link Durability} says. */
    ON_RECEIVE,
    /** After the database has confirmed the rows, or the message is a dead letter. */
    ON_COMMIT
}
