// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import java.io.IOException;

/** Saves intermediate results; each call replaces the previous one. */
@FunctionalInterface
public interface ResultSink<T> {

    void save(T result) throws IOException;
}
