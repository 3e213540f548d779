package io.github.hivemqtdengine.loadtest.scenario;

/**
 * An emulated link between clients and broker.
 *
 * @param bitsPerSecond how much goes through in each direction, more than 0
 * @param bulkFlows how many other connections fill it with all they have, half of them in each direction; from 0
 */
public record Link(long bitsPerSecond, int bulkFlows) {}
