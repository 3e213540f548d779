/** Command line of the load tests, which measure the packaged extension in a real broker. */
@NullMarked
package io.github.hivemqtdengine.loadtest;

import org.jspecify.annotations.NullMarked;
