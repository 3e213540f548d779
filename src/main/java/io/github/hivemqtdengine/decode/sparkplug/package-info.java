/** Sparkplug B 3.0: topics, births and payloads of edge nodes and devices. */
@NullMarked
package io.github.hivemqtdengine.decode.sparkplug;

import org.jspecify.annotations.NullMarked;
