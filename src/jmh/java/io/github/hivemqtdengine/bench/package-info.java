/** Benchmarks of the hot paths. Run by hand; no test measures time. */
@NullMarked
package io.github.hivemqtdengine.bench;

import org.jspecify.annotations.NullMarked;
