package io.github.hivemqtdengine.pipeline;

import java.util.function.Supplier;

/** The routing of now, which is replaced as a whole. Any thread may ask. */
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
