package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** Finds the stamp in a payload. For one thread. */
@FunctionalInterface
public interface StampReader {

    /** Fills the stamp with what the payload has of it; whatever does not look like a stamp leaves it empty. */
    void read(ByteBuffer payload, Stamp stamp);
}
