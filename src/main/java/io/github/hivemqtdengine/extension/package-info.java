/** Adapter to the broker: assembles the object graph, starts and stops it. The only package that depends on HiveMQ. */
@NullMarked
package io.github.hivemqtdengine.extension;

import org.jspecify.annotations.NullMarked;
