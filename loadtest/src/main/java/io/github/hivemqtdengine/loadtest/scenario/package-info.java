/** What a scenario file says: the load, what is stored, the faults, and what the figures shall be. Pure values. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
