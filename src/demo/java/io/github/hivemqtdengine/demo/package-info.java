/** Demo: a broker, a database and a small simulated plant in one process. */
@NullMarked
package io.github.hivemqtdengine.demo;

import org.jspecify.annotations.NullMarked;
