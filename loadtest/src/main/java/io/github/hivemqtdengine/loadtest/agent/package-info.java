/** Generators of a load: this process, or agents on several machines that run a share of the clients each. */
@NullMarked
package io.github.hivemqtdengine.loadtest.agent;

import org.jspecify.annotations.NullMarked;
