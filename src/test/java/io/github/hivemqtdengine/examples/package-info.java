/** Keeps the promises of {@code conf/examples}: what their pages say is what the database gets. */
@NullMarked
package io.github.hivemqtdengine.examples;

import org.jspecify.annotations.NullMarked;
