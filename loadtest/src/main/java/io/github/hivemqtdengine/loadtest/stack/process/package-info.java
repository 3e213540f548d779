/** Child processes: their start and end, signals, ports, and resource usage. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.process;

import org.jspecify.annotations.NullMarked;
