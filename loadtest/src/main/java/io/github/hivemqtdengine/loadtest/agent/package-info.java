/** Load from several machines: agents that run a share of the clients, and their commander. */
@NullMarked
package io.github.hivemqtdengine.loadtest.agent;

import org.jspecify.annotations.NullMarked;
