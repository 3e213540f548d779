/** What the load tests measure, and the command line that starts them. */
@NullMarked
package io.github.hivemqtdengine.loadtest;

import org.jspecify.annotations.NullMarked;
