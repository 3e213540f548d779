package io.github.hivemqtdengine.pipeline;

import java.util.function.Supplier;

/** Holder of the current routing, which is replaced as a whole. May be used by any thread. */
final class CurrentRouting implements Supplier<Routing> {

    private volatile Routing current = Routing.NONE;

    @Override
    public Routing get() {
        return current;
    }

    void become(Routing next) {
        current = next;
    }
}
