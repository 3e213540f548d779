package io.github.hivemqtdengine.demo;

/** Makes what one device has to say. For one thread at a time. */
@FunctionalInterface
interface Instrument {

    /** The next message. */
    Message measure();
}
