package io.github.hivemqtdengine.pipeline.queue;

/** Property of a message that decides its lane. */
public enum LaneKey {
    /** Messages of one topic go to the same lane and stay in order. */
    TOPIC,
    /** Messages of one client go to the same lane and stay in order. */
    CLIENT_ID,
    /** Messages go where they are stored soonest, without an order. */
    NONE
}
