package io.github.hivemqtdengine.loadtest.runner;

import java.io.IOException;

/** Keeps what was found by now; it is called again and again, and each time replaces what it has kept before. */
@FunctionalInterface
public interface Keeper<T> {

    void keep(T found) throws IOException;
}
