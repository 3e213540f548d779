package io.github.hivemqtdengine.loadtest.runner;

import java.io.IOException;

/** Saves intermediate results; each call replaces the previous one. */
@FunctionalInterface
public interface Keeper<T> {

    void keep(T found) throws IOException;
}
