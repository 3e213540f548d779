/** Connections of clients, their events, and last wills. */
@NullMarked
package io.github.hivemqtdengine.extension.connection;

import org.jspecify.annotations.NullMarked;
